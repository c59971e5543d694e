import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ShownWebhook } from '../../../shared/contract/schemas/webhook.ts';
import { Chip } from '../../components/chip.tsx';
import { CopiedValue } from '../../components/copied-value.tsx';
import { Facts } from '../../components/facts.tsx';
import { dateAndTime } from '../../format.ts';
import { videoNamesQuery } from '../../queries/videos.ts';
import { useServices } from '../../services.ts';
import { ByPerson } from '../by-person.tsx';
import styles from './webhook-page.module.css';
import { WebhookState } from './webhook-state.tsx';

export function WebhookFacts({ webhook }: { webhook: ShownWebhook }) {
  const { id, url, description, types, videoId, createdAt, createdBy, formerSecretUntil } = webhook;
  return (
    <Facts>
      <dt>ID</dt>
      <dd>
        <CopiedValue name="ID" text={id} />
      </dd>
      <dt>URL</dt>
      <dd>
        <CopiedValue name="URL" text={url} />
      </dd>
      {description !== null && (
        <>
          <dt>Description</dt>
          <dd dir="auto">{description}</dd>
        </>
      )}
      <dt>State</dt>
      <dd>
        <WebhookState webhook={webhook} />
      </dd>
      <dt>Events</dt>
      <dd className={styles.chips}>
        {types === null ? 'All types' : types.map((type) => <Chip key={type}>{type}</Chip>)}
      </dd>
      <dt>Videos</dt>
      <dd>{videoId === null ? 'All, and events of keys' : <VideoLink id={videoId} />}</dd>
      {formerSecretUntil !== null && (
        <>
          <dt>Former secret</dt>
          <dd>Signs besides the present one until {dateAndTime(formerSecretUntil)}</dd>
        </>
      )}
      <dt>Created</dt>
      <dd>
        {dateAndTime(createdAt)} <Creator {...createdBy} />
      </dd>
    </Facts>
  );
}

function VideoLink({ id }: { id: string }) {
  const { data: names } = useQuery(videoNamesQuery(useServices(), [id]));
  if (names === undefined) return null;
  const name = names.get(id);
  if (name === undefined) return 'A deleted video';
  return (
    <Link to="/videos/$id" params={{ id }}>
      <bdi>{name}</bdi>
    </Link>
  );
}

function Creator({ kind, id, name }: ShownWebhook['createdBy']) {
  if (kind === 'person') return <ByPerson id={id} />;
  return (
    <>
      by the key{' '}
      <Link to="/keys/$keyId" params={{ keyId: id }}>
        <bdi>{name ?? id}</bdi>
      </Link>
    </>
  );
}
