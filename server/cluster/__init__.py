"""Several processes as one house, over NATS: nodes, bus, leases, journals, channels."""
