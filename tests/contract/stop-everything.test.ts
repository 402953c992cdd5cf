import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { productEngines } from '../../services/engine/storage/testEngines.ts';
import { confirmed } from './support/confirmed.ts';
import { startPlatforms, type Platforms } from './support/platforms.ts';
import { credentialsOf, createRecordId, seedPeople } from './support/records.ts';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';

type Json = Record<string, unknown>;
const CAMPAIGNS = '/api/v1/campaigns';
/** On a busy machine it takes a while. */
const SLOW = { timeout: 60_000, interval: 50 };

describe.each(productEngines())('everything on a channel is stopped, on the $name engine', (engine) => {
  let services: TestServices;
  let platforms: Platforms;
  let place: Awaited<ReturnType<typeof engine.settings>>;
  let admin: Call;
  let owner: Call;
  let administrator: Call;
  const channels = { page: '', line: '' };
  let number = 0;

  beforeAll(async () => {
    platforms = await startPlatforms();
    place = await engine.settings();
    services = await startServices({
      ...place.env,
      ...{ LINE_API_URL: platforms.address, GRAPH_API_URL: platforms.address, RATE_LIMIT: '0' },
    });
    admin = await services.as('campaign.admin');
    owner = await services.as('owner');
    administrator = await services.as('cim.admin');
    await services.app.startModules();
    await services.jobs.start();
    channels.page = await createRecordId(owner, 'channels', {
      ...{ name: 'Page to stop', type: 'FACEBOOK', ...credentialsOf('FACEBOOK', platforms) },
    });
    channels.line = await createRecordId(owner, 'channels', {
      ...{ name: 'Line beside', type: 'LINE', ...credentialsOf('LINE', platforms) },
    });
  }, 240_000);
  afterAll(async () => {
    platforms.onSending = () => undefined;
    await services.stop();
    await place.remove();
    await platforms.close();
  });
  beforeEach(() => platforms.reset());

  const get = async (id: string): Promise<Json> => (await admin('GET', `${CAMPAIGNS}/${id}`)).body;
  const scheduled = async (channel: string, people: string[], own: Json = {}): Promise<string> => {
    const id = await createRecordId(admin, 'campaigns', {
      ...{ name: `To stop ${++number}`, channel, target: 'manual', people: people.join('\n') },
      ...{ messages: [{ type: 'text', text: 'Loy Krathong' }], ...own },
    });
    expect(await admin('POST', `${CAMPAIGNS}/${id}/send`, confirmed('send'))).toMatchObject({ status: 200 });
    return id;
  };
  const people = async (channel: string, count: number): Promise<string[]> => {
    const seen = { lastSeen: new Date().toISOString() };
    return (await seedPeople(services, channel, count, () => seen)).map(({ person }) => person);
  };
  const stop = (channel: string, call = administrator, body: Json = { confirmed: 'all' }): Promise<Answer> =>
    call('POST', `/api/v1/channels/${channel}/stop-everything`, body);
  const checks = async (channel: string, call: Call): Promise<Json[]> => {
    const answer = await call('POST', `/api/v1/channels/${channel}/checks/stop-everything`, {});
    expect(answer).toMatchObject({ status: 200 });
    return answer.body['checks'] as Json[];
  };
  const later = (): string => new Date(Date.now() + 3_600_000).toISOString();

  it('says what is stopped, stops it within its batch, and leaves other channels alone', async () => {
    const sent = await people(channels.page, 100);
    const running = await scheduled(channels.page, sent);
    const waiting = await scheduled(channels.page, sent, { sendAt: later() });
    const beside = await scheduled(channels.line, await people(channels.line, 1), { sendAt: later() });
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    platforms.onSending = () => held;
    await services.db.transaction(async (tx) => {
      const now = JSON.stringify({ startsAt: new Date().toISOString() });
      await tx.query(`UPDATE entity_campaign SET data = data || $2::jsonb WHERE id = $1::uuid`, [
        running,
        now,
      ]);
      await services.jobs.enqueue(tx, 'broadcast.start', { id: running });
    });
    const calls = (): number => platforms.requests.filter(({ url }) => url.endsWith('/messages')).length;
    // So many calls are made at once.
    const begun = 20;
    await expect.poll(calls, SLOW).toBe(begun);

    const text = '1 broadcast that is being sent will be stopped, 1 scheduled broadcast will become a draft.';
    expect(await checks(channels.page, owner)).toMatchObject([
      {
        ...{ id: 'broadcasts', label: 'Broadcasts', level: 'warning', text },
        details: [{ text: /is being sent$/ }, { text: /is scheduled$/ }].map(({ text: said }) => ({
          text: expect.stringMatching(said) as string,
        })),
      },
    ]);
    // Who may not read broadcasts is told how many, not which.
    expect(await checks(channels.page, administrator)).toMatchObject([
      { level: 'warning', text, details: [] },
    ]);
    expect(await stop(channels.page, administrator, {})).toMatchObject({
      ...{ status: 422, body: { message: `Confirm first: Broadcasts: ${text}` } },
    });
    expect(await get(running)).toMatchObject({ status: 'executing' });

    expect(await stop(channels.page)).toMatchObject({ status: 200, body: { id: channels.page } });
    letGo();
    platforms.onSending = () => undefined;
    const { body: person } = await administrator('GET', '/api/v1/members/me');
    const who = String(person['name'] ?? person['username']);
    const stopped = await get(running);
    expect(stopped).toMatchObject({ status: 'failed' });
    expect(String(stopped['reason'])).toMatch(
      /^Stopped by .+: everything on the channel was stopped, after \d+ of 100$/,
    );
    expect(String(stopped['reason'])).toContain(who);
    expect(await get(waiting)).toMatchObject({
      ...{ status: 'draft', approval: 'returned' },
      approvalComment: `Stopped by ${who}: everything on the channel was stopped`,
    });
    expect(await get(beside)).toMatchObject({ status: 'scheduled' });
    // The calls that were under way end; the rest of the batch is not sent.
    await expect.poll(() => services.jobs.isHeld(`broadcast.send:${running}`), SLOW).toBe(false);
    expect(calls()).toBe(begun);
    expect(Number((await get(running))['sent'])).toBe(begun);

    // Told on the status page, to the author, and in the audit log.
    const { body: progress } = await admin('GET', `${CAMPAIGNS}/${running}/progress`);
    expect(progress).toMatchObject({ state: 'stopped' });
    expect((progress['timeline'] as Json[]).at(-1)).toMatchObject({ kind: 'stop', who });
    const { body: draft } = await admin('GET', `${CAMPAIGNS}/${waiting}/progress`);
    expect((draft['timeline'] as Json[]).at(-1)).toMatchObject({
      ...{ kind: 'withdraw', who },
      note: `Stopped by ${who}: everything on the channel was stopped`,
    });
    const notices = JSON.stringify((await admin('GET', '/api/v1/notices?take=50')).body);
    expect(notices).toContain('everything on the channel was stopped, after');
    expect(notices).toContain('was held up before it began. Stopped by');
    const audit = JSON.stringify((await administrator('GET', '/api/v1/audit-entries?take=20')).body);
    expect(audit).toContain('stop-everything');

    // The rest can be sent later.
    const { body: network } = await owner('GET', '/api/v1/networks/current');
    await owner('PUT', '/api/v1/networks/current', { ...network, undoSeconds: 0 });
    await admin('POST', `${CAMPAIGNS}/${running}/retry`, {});
    await expect.poll(async () => (await get(running))['status'], SLOW).toBe('executed');
    expect(await get(running)).toMatchObject({ sent: 100, left: 0 });
    expect(sent.map((one) => platforms.arrived.get(one)?.length ?? 0)).toEqual(sent.map(() => 1));
  });

  it('has nothing to do where nothing is sent or scheduled, and is for administrators', async () => {
    expect(await checks(channels.page, owner)).toMatchObject([
      { level: 'stop', text: 'Nothing is being sent or scheduled on this channel.' },
    ]);
    expect(await stop(channels.page)).toMatchObject({ status: 422 });
    for (const role of ['cim.user', 'campaign.admin', 'campaign.moderator', 'chatbot.admin'])
      expect([role, (await stop(channels.page, await services.as(role))).status]).toEqual([role, 403]);
  });
});
