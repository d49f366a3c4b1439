"""The commands of `kozyr`, one module each; every module loads what it needs only when it runs."""
