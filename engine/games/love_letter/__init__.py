"""Love Letter of Despair: a deduction game of sixteen cards and two modes, Hope and Despair."""
