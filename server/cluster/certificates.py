"""The cluster's own certificates: two authorities, each for one side.

One signs the nodes and one the processes. A process believes only the first, a node's listener for
processes only the second, and a node's listener for other nodes only the first. So a process's
certificate can pose neither as a node to processes nor as a node to nodes.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

__all__ = ["Authority", "Certificate", "new_authority"]

_LIFE: Final = timedelta(days=3650)
"""Ten years: these are trusted by this one cluster only, and made anew with it."""
_SLACK: Final = timedelta(days=1)
"""Clocks of machines differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """A certificate and its private key, both PEM."""

    certificate: bytes
    key: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Authority:
    """Who signs the certificates of one side."""

    own: Certificate
    _key: ec.EllipticCurvePrivateKey = field(repr=False)
    _subject: x509.Name

    def node(self, name: str, hosts: Iterable[str]) -> Certificate:
        """Return a certificate for the node ``name``, reached under ``hosts``.

        It is good for both ends, as nodes call each other.
        """
        purposes = [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]
        return self._signed(name, purposes, [_host(host) for host in hosts])

    def process(self, name: str) -> Certificate:
        """Return a certificate with which the process ``name`` calls nodes."""
        return self._signed(name, [ExtendedKeyUsageOID.CLIENT_AUTH], [])

    def _signed(
        self,
        name: str,
        purposes: list[x509.ObjectIdentifier],
        hosts: list[x509.GeneralName],
    ) -> Certificate:
        """Return a new key and its certificate."""
        key = ec.generate_private_key(ec.SECP256R1())
        builder = (
            _builder(_named(name), self._subject, key)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.ExtendedKeyUsage(purposes), critical=False)
            .add_extension(_key_usage(signs=False), critical=True)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()),
                critical=False,
            )
        )
        if hosts:
            builder = builder.add_extension(x509.SubjectAlternativeName(hosts), critical=False)
        return _certificate(builder.sign(self._key, hashes.SHA256()), key)


def new_authority(name: str) -> Authority:
    """Return a new authority that calls itself ``name``."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = _named(name)
    signed = (
        _builder(subject, subject, key)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_key_usage(signs=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    return Authority(own=_certificate(signed, key), _key=key, _subject=subject)


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey
) -> x509.CertificateBuilder:
    """Return what all certificates have in common."""
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _SLACK)
        .not_valid_after(now + _LIFE)
    )


def _named(name: str) -> x509.Name:
    """Return ``name`` as a certificate has it."""
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _host(host: str) -> x509.GeneralName:
    """Return an address or a host's name as a certificate has it."""
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _key_usage(*, signs: bool) -> x509.KeyUsage:
    """Return what a key is for: signing certificates, or signing what a connection needs."""
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _certificate(signed: x509.Certificate, key: ec.EllipticCurvePrivateKey) -> Certificate:
    """Return both as PEM."""
    return Certificate(
        certificate=signed.public_bytes(serialization.Encoding.PEM),
        key=key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ),
    )
