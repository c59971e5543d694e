/** Outputs of the service stack that its next deployment reads. */

/** The ARNs of the alarms that roll back a deployment, separated by commas. */
export const RELEASE_ALARMS = 'ReleaseAlarms';

/** The setting `edgeSecret`, where there is a web ACL. */
export const EDGE_SECRET_GENERATION = 'EdgeSecretGeneration';
