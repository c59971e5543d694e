import { held, key, open, type PageState, press, read, refused, see, type } from './page-steps.ts';
import { answerCalls, changeAnswers, refuseCalls } from './refused-calls.ts';
import { brokenFile, dropFile, holdPartsAfter, tray } from './upload-pages.ts';

const LIST = '/videos';
const CLIP = '/videos/{clip}';
const menuOf = (name: string) => press('button', `Actions for ${name}`);
const showsPicture = see('slider', 'Position');

/** By the pages that have them. */
export const PAGE_STATES: Readonly<Record<string, readonly PageState[]>> = {
  'the list of videos': [
    { name: 'videos', address: LIST, steps: [see('link', 'Harbour')] },
    { name: 'videos-list', address: `${LIST}?view=list`, steps: [see('link', 'Harbour')] },
    { name: 'videos-none', address: `${LIST}?q=zzz`, steps: [see('heading', 'No video matches')] },
    {
      name: 'videos-error',
      address: LIST,
      prepare: refused('search?*'),
      steps: [read('The videos could not be loaded.')],
    },
    { name: 'videos-loading', address: LIST, prepare: held('search?*'), steps: [see('heading', 'Videos')] },
    { name: 'videos-menu', address: LIST, steps: [menuOf('Harbour'), see('menu', '')] },
    {
      name: 'videos-delete',
      address: LIST,
      steps: [menuOf('Harbour'), press('menuitem', 'Delete…'), see('alertdialog', 'Delete this video?')],
    },
    {
      name: 'videos-shortcuts',
      address: LIST,
      steps: [see('link', 'Harbour'), key('?'), see('dialog', 'Keyboard shortcuts')],
    },
    {
      name: 'videos-toast',
      address: LIST,
      steps: [
        menuOf('Harbour'),
        press('menuitem', 'Copy ID'),
        read(/^(ID copied|The ID could not be copied)$/),
      ],
    },
    {
      name: 'videos-uploading',
      address: LIST,
      prepare: (page) => holdPartsAfter(page, 0),
      steps: [
        see('link', 'Harbour'),
        (page) => dropFile(page, 'sent.mp4', brokenFile()),
        (page) => tray(page).getByText('Uploading 1 file').waitFor(),
        (page) => tray(page).getByRole('progressbar').waitFor(),
      ],
    },
    {
      name: 'videos-uploading-unfolded',
      address: LIST,
      prepare: (page) => holdPartsAfter(page, 0),
      steps: [
        see('link', 'Harbour'),
        (page) => dropFile(page, 'sent.mp4', brokenFile()),
        (page) => tray(page).getByText('Uploading 1 file').waitFor(),
        async (page) => {
          const unfold = tray(page).getByRole('button', { name: 'Show uploads' });
          if (await unfold.isVisible()) await unfold.click();
        },
        (page) => tray(page).getByText('0 B of 16 B').waitFor(),
      ],
    },
    { name: 'landing', address: '/', steps: [see('button', 'Sign in')] },
  ],
  'the frame around the pages': [
    {
      name: 'too-many-requests',
      address: LIST,
      prepare: (page) =>
        refuseCalls(page, '**', { status: 429, code: 'RATE_LIMITED', headers: { 'Retry-After': '42' } }),
      steps: [read('Too many requests')],
    },
    {
      name: 'session-ended',
      address: LIST,
      prepare: (page) => refuseCalls(page, '**', { status: 401, code: 'UNAUTHENTICATED' }),
      steps: [see('alertdialog', 'Your session has ended')],
    },
    {
      name: 'sign-in-failed',
      address: '/callback?error=access_denied&state=x',
      steps: [see('heading', 'You are not signed in')],
    },
    {
      name: 'offline',
      address: '/account',
      steps: [read(/, no limit/), (page) => page.context().setOffline(true), read('You are offline.')],
      end: (page) => page.context().setOffline(false),
    },
  ],
  'the keys': [
    { name: 'keys', address: '/keys', steps: [see('link', 'Demo')] },
    {
      name: 'keys-none',
      address: '/keys',
      steps: [type('searchbox', 'Search by name', 'zzz'), see('heading', 'No key matches')],
    },
    {
      name: 'keys-error',
      address: '/keys',
      prepare: refused('keys'),
      steps: [read('The keys could not be loaded.')],
    },
    {
      name: 'key-loading',
      address: '/keys/none',
      prepare: held('keys/*'),
      steps: [see('heading', 'About this key')],
    },
    { name: 'keys-loading', address: '/keys', prepare: held('keys'), steps: [see('heading', 'API keys')] },
    {
      name: 'key-mistakes',
      address: '/keys/new',
      steps: [
        press('radio', 'These videos'),
        see('option', 'Harbour'),
        press('button', 'Create key'),
        read('Choose at least one video.'),
      ],
    },
    {
      name: 'key-secret',
      address: '/keys/new',
      steps: [
        type('textbox', 'Name', 'Importer'),
        press('button', 'Create key'),
        see('heading', 'Save the secret of Importer'),
      ],
    },
    { name: 'key', address: '/keys', steps: [press('link', 'Demo'), see('heading', 'About this key')] },
    {
      name: 'key-replaced',
      address: '/keys',
      steps: [press('link', 'Demo'), press('link', 'Replace'), read('The new key takes the place of')],
    },
    {
      name: 'key-revoke',
      address: '/keys',
      steps: [menuOf('Demo'), press('menuitem', 'Revoke…'), see('alertdialog', 'Revoke this key?')],
    },
    { name: 'key-missing', address: '/keys/none', steps: [see('link', 'Go to your keys')] },
  ],
  'the webhooks': [
    { name: 'webhooks', address: '/webhooks', steps: [see('link', /^127\.0\.0\.1:/), read('Harbour')] },
    {
      name: 'webhooks-none',
      address: '/webhooks',
      prepare: (page) => answerCalls(page, 'v1/webhooks', { webhooks: [] }),
      steps: [see('heading', 'Create your first webhook')],
    },
    {
      name: 'webhooks-error',
      address: '/webhooks',
      prepare: refused('v1/webhooks'),
      steps: [read('The webhooks could not be loaded.')],
    },
    {
      name: 'webhooks-loading',
      address: '/webhooks',
      prepare: held('v1/webhooks'),
      steps: [see('heading', 'Webhooks')],
    },
    {
      name: 'webhook-mistakes',
      address: '/webhooks/new',
      steps: [
        press('radio', 'These types'),
        press('radio', 'One video'),
        see('option', 'Harbour'),
        press('button', 'Create webhook'),
        read('Choose at least one type.'),
      ],
    },
    {
      name: 'webhook-refused',
      address: '/webhooks/new',
      steps: [
        type('textbox', 'URL', 'https://10.0.0.1/hook'),
        press('button', 'Create webhook'),
        read('The URL has an address that is not public.'),
      ],
    },
    {
      name: 'webhook-secret',
      address: '/webhooks/new',
      steps: [
        type('textbox', 'URL', 'https://example.com/events'),
        press('button', 'Create webhook'),
        see('heading', 'Save the secret of example.com/events'),
        press('tab', 'Python'),
      ],
    },
    { name: 'webhook', address: '/webhooks/{webhook}', steps: [read('Delivered'), read('Pending')] },
    {
      name: 'webhook-delivered',
      address: '/webhooks/{webhook}',
      steps: [open('Delivered'), see('button', 'Send again')],
    },
    {
      name: 'webhook-pending',
      address: '/webhooks/{webhook}',
      steps: [open('Pending'), read('<script>')],
    },
    {
      name: 'webhook-tested',
      address: '/webhooks/{webhook}',
      steps: [press('button', 'Send test event'), see('heading', 'Answer to the test event')],
    },
    {
      name: 'webhook-rotate',
      address: '/webhooks/{webhook}',
      steps: [
        press('button', 'More actions'),
        press('menuitem', 'Rotate secret…'),
        see('dialog', 'Rotate the secret?'),
      ],
    },
    {
      name: 'webhook-missed',
      address: '/webhooks/{webhook}',
      steps: [press('button', 'Send what was missed…'), see('dialog', 'Send what was missed')],
    },
    { name: 'webhook-paused', address: '/webhooks/{paused}', steps: [read('The webhook is paused')] },
    {
      name: 'webhook-disabled',
      address: '/webhooks/{webhook}',
      prepare: (page) =>
        changeAnswers(page, 'v1/webhooks/wh_*', (webhook) => ({
          ...webhook,
          status: 'disabled',
          disabledReason: 'failing',
        })),
      steps: [read('The service has disabled the webhook')],
    },
    { name: 'webhook-edit', address: '/webhooks/{paused}/edit', steps: [see('button', 'Save changes')] },
    {
      name: 'webhook-delete',
      address: '/webhooks',
      steps: [menuOf('127.0.0.1'), press('menuitem', 'Delete…'), see('alertdialog', 'Delete this webhook?')],
    },
    {
      name: 'webhook-loading',
      address: '/webhooks/{webhook}',
      prepare: held('v1/webhooks/*'),
      steps: [see('heading', 'About this webhook')],
    },
    { name: 'webhook-missing', address: '/webhooks/none', steps: [see('link', 'Go to your webhooks')] },
  ],
  'the account': [
    { name: 'account', address: '/account', steps: [read(/, no limit/)] },
    {
      name: 'account-error',
      address: '/account',
      prepare: refused('account'),
      steps: [read('The account could not be loaded.')],
    },
    {
      name: 'account-loading',
      address: '/account',
      prepare: held('account'),
      steps: [see('heading', 'Account')],
    },
    {
      name: 'sign-out-everywhere',
      address: '/account',
      steps: [press('button', 'Sign out everywhere'), see('alertdialog', 'Sign out everywhere?')],
    },
  ],
  'a video': [
    { name: 'video', address: CLIP, steps: [showsPicture, read('3 objects')] },
    { name: 'video-object', address: `${CLIP}?object=car`, steps: [showsPicture, see('heading', 'car')] },
    { name: 'video-surface', address: `${CLIP}?object=sign`, steps: [showsPicture, see('heading', 'Sign')] },
    { name: 'video-filtered', address: `${CLIP}?label=zzz`, steps: [showsPicture, read('0 of 3 objects')] },
    {
      name: 'video-object-delete',
      address: `${CLIP}?object=car`,
      steps: [press('button', 'Delete car'), see('alertdialog', 'Delete “car”?')],
    },
    {
      name: 'video-marking',
      address: CLIP,
      steps: [
        showsPicture,
        press('button', 'Mark surface'),
        press('button', 'Begin with a rectangle'),
        see('button', /^Corner 4/),
      ],
    },
    {
      name: 'video-detection',
      address: `${CLIP}?tab=job`,
      steps: [showsPicture, see('button', 'Start detection')],
    },
    {
      name: 'video-overlays-none',
      address: `${CLIP}?tab=overlays`,
      steps: [showsPicture, see('heading', 'No overlays yet')],
    },
    { name: 'video-json', address: `${CLIP}?tab=json`, steps: [showsPicture, see('textbox', /^Document/)] },
    {
      name: 'video-shortcuts',
      address: CLIP,
      steps: [showsPicture, key('?'), see('dialog', 'Keyboard shortcuts')],
    },
    {
      name: 'video-export',
      address: CLIP,
      steps: [showsPicture, press('button', 'Export'), see('menuitem', 'Metadata as JSON')],
    },
    { name: 'video-no-objects', address: '/videos/{empty}', steps: [see('heading', 'No objects yet')] },
    {
      name: 'video-failed',
      address: '/videos/{broken}',
      steps: [see('heading', 'This file cannot be used')],
    },
    { name: 'video-not-ready', address: '/videos/{waiting}', steps: [see('heading', 'Still uploading')] },
    { name: 'video-missing', address: '/videos/none', steps: [see('heading', 'There is no such video')] },
    {
      name: 'video-json-loading',
      address: `${CLIP}?tab=json`,
      prepare: held('videos/*/metadata*'),
      steps: [showsPicture],
    },
    {
      name: 'video-versions-loading',
      address: `${CLIP}?tab=versions`,
      prepare: held('videos/*/versions*'),
      steps: [showsPicture],
    },
    { name: 'video-loading', address: CLIP, prepare: held('videos/*'), steps: [see('link', 'Videos')] },
    {
      name: 'video-error',
      address: CLIP,
      prepare: refused('videos/*'),
      steps: [read('The video could not be loaded.')],
    },
    {
      name: 'video-frames-error',
      address: CLIP,
      prepare: refused('videos/*/frames'),
      steps: [read('The times of the frames could not be loaded.')],
    },
    {
      name: 'video-object-chosen',
      address: CLIP,
      steps: [
        showsPicture,
        (page) => page.getByRole('tabpanel').getByRole('button', { name: /^car/ }).click(),
        see('heading', 'car'),
      ],
    },
    {
      name: 'video-overlay-new',
      address: `${CLIP}?tab=overlays`,
      steps: [
        showsPicture,
        press('button', 'Add'),
        press('menuitem', 'Image'),
        read('Choose a picture first.'),
        (page) => page.getByLabel('Picture', { exact: true }).scrollIntoViewIfNeeded(),
      ],
    },
    { name: 'video-versions', address: `${CLIP}?tab=versions`, steps: [showsPicture, read(/^Version 2$/)] },
  ],
};
