import { useServices } from '../../services.ts';

/** The other way to events, for programs that cannot receive requests. */
export function EventsReference() {
  const { publicApi } = useServices().config;
  return (
    <>
      Programs that cannot receive requests read the same events by{' '}
      <a href={`${publicApi}/api/docs#listEvents`} target="_blank" rel="noreferrer">
        <code>GET /api/v1/events</code>
      </a>
      .
    </>
  );
}
