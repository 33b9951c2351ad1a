"""What certificates say of whom they are for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address

import pytest
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID
from cryptography.x509.verification import (
    ClientVerifier,
    PolicyBuilder,
    ServerVerifier,
    Store,
    VerificationError,
)

from server.cluster.certificates import Authority, Certificate, new_authority

_SERVER, _CLIENT = ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH


def _read(certificate: Certificate) -> x509.Certificate:
    return x509.load_pem_x509_certificate(certificate.certificate)


def _purposes(certificate: Certificate) -> set[x509.ObjectIdentifier]:
    return set(_read(certificate).extensions.get_extension_for_class(x509.ExtendedKeyUsage).value)


def _policy(authority: Authority) -> PolicyBuilder:
    return PolicyBuilder().store(Store([_read(authority.own)]))


def _as_server(authority: Authority, host: str) -> ServerVerifier:
    return _policy(authority).build_server_verifier(x509.IPAddress(ip_address(host)))


def _as_client(authority: Authority) -> ClientVerifier:
    return _policy(authority).build_client_verifier()


def test_a_node_is_itself_under_its_own_addresses_only() -> None:
    authority = new_authority("nodes")
    node = _read(authority.node("n1", ["10.0.0.1", "games.example.org"]))
    _as_server(authority, "10.0.0.1").verify(node, [])
    with pytest.raises(VerificationError):
        _as_server(authority, "10.0.0.2").verify(node, [])
    names = node.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["games.example.org"]


def test_a_process_only_calls_and_a_node_does_both() -> None:
    authority = new_authority("any")
    assert _purposes(authority.process("front1")) == {_CLIENT}
    assert _purposes(authority.node("n1", ["10.0.0.1"])) == {_CLIENT, _SERVER}


def test_one_side_does_not_believe_the_other() -> None:
    nodes, processes = new_authority("nodes"), new_authority("processes")
    node = _read(nodes.node("n1", ["10.0.0.1"]))
    _as_client(nodes).verify(node, [])
    with pytest.raises(VerificationError):
        _as_client(processes).verify(node, [])
    with pytest.raises(VerificationError):
        _as_server(processes, "10.0.0.1").verify(node, [])


def test_a_certificate_signs_no_other() -> None:
    authority = new_authority("nodes")
    own = authority.own
    for certificate, signs in ((own, True), (authority.node("n1", ["10.0.0.1"]), False)):
        found = _read(certificate).extensions.get_extension_for_class(x509.BasicConstraints).value
        assert found.ca is signs


def test_certificates_hold_for_years_and_already_yesterday() -> None:
    """Clocks of machines differ."""
    authority = new_authority("nodes")
    now = datetime.now(UTC)
    for certificate in (authority.own, authority.process("front1")):
        found = _read(certificate)
        assert found.not_valid_before_utc < now - timedelta(hours=12)
        assert found.not_valid_after_utc > now + timedelta(days=3000)


def test_a_key_is_not_shown() -> None:
    shown = repr(new_authority("nodes")) + repr(new_authority("nodes").process("front1"))
    assert "PRIVATE" not in shown
