"""TLS by a given certificate, or by a certificate authority that this installation makes itself."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from engine.faults import Cause, CausedError

CA_DAYS, SERVER_DAYS = 3650, 397


@dataclass(frozen=True, slots=True)
class Certified:
    """Where certificate and key lie."""

    certificate: Path
    key: Path


def made_tls(folder: Path, hosts: Sequence[str], now: datetime) -> Certified:
    """Make an authority, unless there is one, and a certificate for hosts.

    Raises CausedError for an authority that is not ours, OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    authority = Certified(folder / "ca.pem", folder / "ca.key")
    if not authority.key.exists():
        _make_authority(authority, now)
    server = Certified(folder / "server.pem", folder / "server.key")
    _make_server(server, authority, hosts, now)
    return server


def _make_authority(authority: Certified, now: datetime) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Kozyr of this house")])
    made = (
        _begun(name, name, key, now, CA_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .sign(key, hashes.SHA256())
    )
    _write(authority, made, key)


def _make_server(
    server: Certified, authority: Certified, hosts: Sequence[str], now: datetime
) -> None:
    issuer = x509.load_pem_x509_certificate(authority.certificate.read_bytes())
    signer = serialization.load_pem_private_key(authority.key.read_bytes(), None)
    if not isinstance(signer, ec.EllipticCurvePrivateKey):
        told = f"{authority.key}: not a key that Kozyr made"
        raise CausedError(told, Cause("tls-key-foreign", str(authority.key)))
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, hosts[0])])
    names = x509.SubjectAlternativeName([_named(host) for host in hosts])
    made = (
        _begun(name, issuer.subject, key, now, SERVER_DAYS)
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(signer, hashes.SHA256())
    )
    _write(server, made, key)


def _begun(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, now: datetime, days: int
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=days))
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs,
        crl_sign=signs,
        encipher_only=False,
        decipher_only=False,
    )


def _named(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _write(place: Certified, made: x509.Certificate, key: ec.EllipticCurvePrivateKey) -> None:
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    place.key.touch(mode=0o600)
    place.key.chmod(0o600)
    place.key.write_bytes(secret)
    place.certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
