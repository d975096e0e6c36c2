"""Audio models of the ``transformers`` package on this machine, one family a file."""
