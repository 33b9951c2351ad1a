"""One server made of many processes over NATS with JetStream; one process alone uses none of it."""
