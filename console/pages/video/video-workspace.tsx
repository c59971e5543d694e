import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { bringIntoView, stuckElement } from '../../components/bring-into-view.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useServices } from '../../services.ts';
import { useLeaveQuestion } from '../../shell/leave-question.tsx';
import { Page } from '../../shell/page.tsx';
import { ShortcutHelp } from '../../shell/shortcut-help.tsx';
import type { FrameTimes } from '../../viewer/frame-times.ts';
import type { SceneParts, Viewer } from '../../viewer/viewer.ts';
import { DeleteVideoButton } from './delete-video-button.tsx';
import { JsonTab } from './editor/json-tab.tsx';
import { useLeaveGuard } from './editor/use-leave-guard.ts';
import { ExportMenu } from './export-menu.tsx';
import { JobTab } from './job/job-tab.tsx';
import { useFollowedJob } from './job/use-job.ts';
import { filterObjects, inOrder } from './objects/filter-objects.ts';
import { ObjectDetails } from './objects/object-details.tsx';
import { ObjectsTab } from './objects/objects-tab.tsx';
import { useTypedTexts } from './objects/use-typed-texts.ts';
import { OverlayPlacer } from './overlays/overlay-placer.tsx';
import { OverlaysTab } from './overlays/overlays-tab.tsx';
import { useOverlays } from './overlays/use-overlays.ts';
import { ALL_PARTS, NO_PARTS } from './player/drawn-parts.tsx';
import { VideoPlayer } from './player/video-player.tsx';
import { cornersFault, type SurfaceDraft } from './surface/surface-draft.ts';
import { SurfaceForm } from './surface/surface-form.tsx';
import { SurfaceMarker } from './surface/surface-marker.tsx';
import { isRunning, useTracking } from './surface/use-surfaces.ts';
import { useVideoKeys } from './use-video-keys.ts';
import { VersionsTab } from './versions/versions-tab.tsx';
import { framesQuery, objectOf, type Video, type VideoDocument } from './video-data.ts';
import { VideoDetails } from './video-details.tsx';
import type { VideoSearch, VideoTab } from './video-search.ts';
import { VIDEO_SHORTCUTS } from './video-shortcuts.ts';
import styles from './video-workspace.module.css';

interface VideoWorkspaceProps {
  video: Video;
  document: VideoDocument;
  /** It was deleted since it was read. */
  isGone: boolean;
}

/** Player and lanes beside the tabs. What is selected, shown and left out is the same in all of them. */
export function VideoWorkspace({ video, document, isGone }: VideoWorkspaceProps) {
  const services = useServices();
  const page = useRef<HTMLDivElement>(null);
  const inspector = useRef<HTMLDivElement>(null);
  const search = useSearch({ from: '/framed/videos/$id' });
  const navigate = useNavigate({ from: '/videos/$id' });
  const frames = useQuery(framesQuery(services, video.id));
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const [parts, setParts] = useState<SceneParts>(ALL_PARTS);
  const [draft, setDraft] = useState<SurfaceDraft | null>(null);
  const [formAsked, setFormAsked] = useState(0);
  const objects = useMemo(() => inOrder(Object.values(document.objects)), [document.objects]);
  const texts = useTypedTexts(video.id);
  const tracking = useTracking(video.id, objects);
  useFollowedJob(video.id);
  const { label, kind, confidence } = search;
  const shown = useMemo(
    () => filterObjects(objects, { label, kind, confidence }),
    [objects, label, kind, confidence],
  );
  const selected = search.object === undefined ? undefined : objectOf(document, search.object);

  const change = useCallback(
    (part: Partial<VideoSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false }),
    [navigate],
  );
  const select = useCallback(
    (object: string | undefined) => change({ object, overlay: undefined }),
    [change],
  );
  const openTab = (tab: VideoTab | undefined) => {
    if (tab === undefined) return;
    change({ tab: tab === 'objects' ? undefined : tab });
    if (inspector.current && stuckElement()) bringIntoView(inspector.current, 'start');
  };
  const overlays = useOverlays({
    videoId: video.id,
    document,
    search,
    onSearch: change,
    onAdd: () => {
      viewer?.pause();
      setParts((now) => ({ ...now, overlays: true }));
    },
  });
  useLeaveGuard(overlays.editing.drafts.size > 0, {
    what: 'Your changes to overlays',
    lost: isGone
      ? 'The video was deleted: the changed overlays are lost.'
      : overlays.editing.isKept
        ? null
        : 'This browser has no room for a draft: the changed overlays are lost.',
    tabsKeep: true,
  });
  const corners = draft?.corners.length ?? 0;
  useLeaveQuestion(
    corners === 0
      ? null
      : {
          title: 'Leave while a surface is being marked?',
          kind: 'danger',
          what:
            corners === 1 ? 'The corner that you placed is lost.' : 'The corners that you placed are lost.',
          isLeaving: (from, to) => from.pathname !== to.pathname,
        },
  );
  const onOverlays = search.tab === 'overlays' && draft === null;

  const toggle = (part: keyof SceneParts) => setParts((now) => ({ ...now, [part]: !now[part] }));
  const fullScreen = () => {
    if (window.document.fullscreenElement) void window.document.exitFullscreen();
    else void page.current?.querySelector(`.${styles.stage}`)?.requestFullscreen();
  };
  const markSurface = () => {
    if (viewer === null) return;
    viewer.pause();
    change({ tab: undefined, object: undefined });
    setFormAsked((times) => times + 1);
    // One that is being marked is gone back to, with what was placed of it.
    if (draft) viewer.goto(draft.frame);
    else setDraft({ name: '', frame: viewer.state.frame ?? 0, corners: [] });
  };
  const times: FrameTimes | undefined = frames.data;
  useVideoKeys({
    viewer,
    times,
    objects: shown,
    selected,
    isMarking: draft !== null,
    onSelect: (object) => {
      if (draft && object === undefined) setDraft(null);
      else select(object);
    },
    onToggle: toggle,
    onFullScreen: fullScreen,
    onMarkSurface: markSurface,
    onTab: (index) => openTab(tabs[index]?.value),
    onAddText: () => overlays.add('core:text'),
    page,
  });

  const objectsTab = (
    <>
      {viewer && draft && (
        <SurfaceForm
          videoId={video.id}
          document={document}
          viewer={viewer}
          draft={draft}
          asked={formAsked}
          onChange={setDraft}
          onCancel={() => setDraft(null)}
          onCreated={(object) => {
            setDraft(null);
            select(object);
          }}
        />
      )}
      <ObjectsTab
        videoId={video.id}
        objects={shown}
        total={objects.length}
        search={search}
        onSearch={change}
        viewer={viewer}
        hovered={hovered}
        onHover={setHovered}
        tracking={tracking}
        isTyped={texts.isTyped}
        onMark={viewer && markSurface}
        onDetect={() => change({ tab: 'job' })}
        details={
          selected && (
            <ObjectDetails
              videoId={video.id}
              object={selected}
              viewer={viewer}
              tracked={tracking.get(selected.id)}
              totalFrames={document.videoDetails.totalFrames}
              texts={texts}
              onDeleted={() => select(undefined)}
              onTracked={(object) => {
                overlays.editing.moveAnchors(selected.id, object);
                select(object);
              }}
            />
          )
        }
      />
    </>
  );

  const tabs: { value: VideoTab; label: string; content: React.ReactNode }[] = [
    {
      value: 'objects',
      label: 'Objects',
      content: <div className={styles.panel}>{objectsTab}</div>,
    },
    {
      value: 'overlays',
      label: 'Overlays',
      content: (
        <div className={styles.panel}>
          <OverlaysTab document={document} overlays={overlays} viewer={viewer} />
        </div>
      ),
    },
    {
      value: 'job',
      label: 'Detection',
      content: (
        <div className={styles.panel}>
          <JobTab videoId={video.id} />
        </div>
      ),
    },
    {
      value: 'json',
      label: 'JSON',
      content: (
        <div className={styles.panel}>
          <JsonTab videoId={video.id} isGone={isGone} />
        </div>
      ),
    },
    {
      value: 'versions',
      label: 'Versions',
      content: (
        <div className={styles.panel}>
          <VersionsTab
            video={video}
            isTracking={[...tracking.values()].some(isRunning)}
            search={search}
            onSearch={change}
          />
        </div>
      ),
    },
  ];

  return (
    <Page
      title={video.name}
      back={{ to: '/videos', label: 'Videos' }}
      wide
      actions={
        <>
          <ShortcutHelp groups={VIDEO_SHORTCUTS} />
          <VideoDetails video={video} />
          <ExportMenu videoId={video.id} />
          {!isGone && <DeleteVideoButton video={video} />}
        </>
      }
    >
      {isGone && (
        <div className={styles.gone}>
          <Notice kind="danger">
            This video was deleted in the meantime. What you see is how it was read last; nothing of it can be
            changed any more.
          </Notice>
        </div>
      )}
      <div className={styles.workspace} ref={page}>
        <div className={styles.stage}>
          {frames.isError && (
            <FailureNotice
              failure={frames.error}
              what="The times of the frames could not be loaded."
              onRetry={() => void frames.refetch()}
            />
          )}
          {times ? (
            <VideoPlayer
              video={video}
              times={times}
              objects={shown}
              layers={overlays.editing.layers}
              anchors={document.objects}
              selected={search.object ?? null}
              hovered={hovered}
              parts={draft ? NO_PARTS : parts}
              onViewer={setViewer}
              onSelect={(id) => select(id ?? undefined)}
              onHover={setHovered}
              onPickOverlay={onOverlays ? overlays.select : undefined}
              onToggle={toggle}
              onFullScreen={fullScreen}
            >
              {viewer && draft && (
                <SurfaceMarker
                  viewer={viewer}
                  draft={draft}
                  hasFault={cornersFault(draft, document.videoDetails) !== null}
                  onChange={setDraft}
                />
              )}
              {viewer && onOverlays && parts.overlays && (
                <OverlayPlacer key={search.overlay} viewer={viewer} video={video} overlays={overlays} />
              )}
            </VideoPlayer>
          ) : (
            <div className={styles.placeholder} style={{ aspectRatio: video.width / video.height }} />
          )}
        </div>
        <div className={styles.inspector} ref={inspector}>
          <Tabs label="About this video" value={search.tab ?? 'objects'} onChange={openTab} tabs={tabs} />
        </div>
      </div>
    </Page>
  );
}
