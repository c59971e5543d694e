/** Region and credentials of the local services under test and of their clients. */
export const identity = {
  region: 'eu-central-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local-secret' },
};
