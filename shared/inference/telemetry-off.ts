/**
 * ONNX Runtime (1.30) reports its use to its maker: it keeps a device id and a database below the home folder, writes to
 * the temporary one, and sends. It does not when this variable stands in the environment of the process before it is
 * loaded. A thread only has a copy of that environment, so whoever starts a thread that loads it imports this first.
 */
process.env.ORT_DISABLE_TELEMETRY = '1';
