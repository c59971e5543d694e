/** Output of the service stack with the ARNs of the alarms that roll back a deployment, separated by commas. */
export const RELEASE_ALARMS = 'ReleaseAlarms';
