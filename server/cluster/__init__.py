"""One server made of many processes over NATS with JetStream; nothing here is needed by one alone."""
