"""Pictures of the running product: ``make shots`` renders the gallery."""
