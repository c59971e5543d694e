/**
 * ONNX Runtime (1.30) reports its use to its maker: it keeps a device id and a database below the home folder, writes to
 * the temporary one, and sends. It does not when this variable is in the environment of the process before it is
 * loaded. A thread has only a copy of that environment, so the code that starts a thread imports this first.
 */
process.env.ORT_DISABLE_TELEMETRY = '1';
