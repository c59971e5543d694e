/** Memory of the functions in MB; CPU grows with it. Endpoints whose definition in the contract says so have their own. */
export const MEMORY = {
  authorizer: 512,
  endpoint: 256,
  /** The most that a new AWS account may ask for; 1.7 virtual CPUs. */
  worker: 3008,
  /** One virtual CPU, of which it has use when there is much to do. */
  sweeper: 1769,
} as const;
