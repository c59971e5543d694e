import type { Route } from './route.ts';
import { whoami } from './routes/account.ts';
import { getAccount } from './routes/console/account.ts';
import { createKey, getKey, listKeys, revokeKey } from './routes/console/keys.ts';
import { signOutEverywhere } from './routes/console/sessions.ts';
import { getFrames, getProcessing, restoreVersion, searchVideos } from './routes/console/videos.ts';
import { exportVideo, getMetadata, listVersions, patchMetadata } from './routes/metadata.ts';
import { createSurface, deleteObject, listObjects, patchObject } from './routes/objects.ts';
import { cancelProcessing, getProcessingStatus, startProcessing } from './routes/processing.ts';
import { applyChanges, getProject, installPlugin, listProjects } from './routes/projects.ts';
import { getDocs, getOpenApi, getRoot } from './routes/reference.ts';
import {
  completeUpload,
  deleteVideo,
  getUpload,
  getVideo,
  listVideos,
  uploadVideo,
} from './routes/videos.ts';

/** Every endpoint of the service. */
export const ROUTES: readonly Route[] = [
  whoami,
  listVideos,
  uploadVideo,
  getUpload,
  completeUpload,
  getVideo,
  deleteVideo,
  getMetadata,
  patchMetadata,
  listVersions,
  exportVideo,
  listObjects,
  patchObject,
  deleteObject,
  createSurface,
  startProcessing,
  getProcessingStatus,
  cancelProcessing,
  listProjects,
  getProject,
  applyChanges,
  installPlugin,
  getRoot,
  getOpenApi,
  getDocs,
  getAccount,
  listKeys,
  getKey,
  createKey,
  revokeKey,
  searchVideos,
  signOutEverywhere,
  getFrames,
  getProcessing,
  restoreVersion,
];
