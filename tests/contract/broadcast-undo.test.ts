import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { productEngines } from '../../services/engine/storage/testEngines.ts';
import { releaseRun } from '../../services/products/campaigns/hold.ts';
import { confirmed } from './support/confirmed.ts';
import { LINE_SECRET, LINE_TOKEN, startPlatforms, type Platforms } from './support/platforms.ts';
import { startScheduled, createRecordId, quietHoursNow, seedPeople } from './support/records.ts';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';

type Json = Record<string, unknown>;
const CAMPAIGNS = '/api/v1/campaigns';
/** On a busy machine it takes a while. */
const SLOW = { timeout: 60_000, interval: 50 };
const REASON = 'Nobody got it: LINE refused it: Bad request';

describe.each(productEngines())('a retry that can be undone, on the $name engine', (engine) => {
  let services: TestServices;
  let platforms: Platforms;
  let place: Awaited<ReturnType<typeof engine.settings>>;
  let admin: Call;
  let owner: Call;
  let channel = '';
  let number = 0;

  beforeAll(async () => {
    platforms = await startPlatforms();
    place = await engine.settings();
    services = await startServices({
      ...place.env,
      ...{ LINE_API_URL: platforms.address, GRAPH_API_URL: platforms.address, RATE_LIMIT: '0' },
    });
    [admin, owner] = [await services.as('campaign.admin'), await services.as('owner')];
    await services.app.startModules();
    await services.jobs.start();
    channel = await createRecordId(owner, 'channels', {
      ...{ name: 'Line of retries', type: 'LINE', token: LINE_TOKEN, secret: LINE_SECRET },
    });
  }, 240_000);
  afterAll(async () => {
    await services.stop();
    await place.remove();
    await platforms.close();
  });
  beforeEach(() => platforms.reset());

  const get = async (id: string): Promise<Json> => (await admin('GET', `${CAMPAIGNS}/${id}`)).body;
  const act = (id: string, verb: string, call = admin): Promise<Answer> =>
    call('POST', `${CAMPAIGNS}/${id}/${verb}`, confirmed(verb));
  const pause = async (undoSeconds: number): Promise<Answer> => {
    const { body } = await owner('GET', '/api/v1/networks/current');
    return owner('PUT', '/api/v1/networks/current', { ...body, undoSeconds });
  };
  const progress = async (id: string): Promise<Json> =>
    (await admin('GET', `${CAMPAIGNS}/${id}/progress`)).body;
  const kinds = async (id: string): Promise<string[]> =>
    ((await progress(id))['timeline'] as { kind: string }[]).map(({ kind }) => kind);
  const multicasts = (): number => platforms.requests.filter(({ url }) => url.endsWith('/multicast')).length;

  /** A broadcast that went out to nobody, as LINE refused its message. */
  async function failed(people = 2): Promise<{ id: string; heard: () => number[] }> {
    const seen = { lastSeen: new Date().toISOString() };
    const persons = (await seedPeople(services, channel, people, () => seen)).map(({ person }) => person);
    const id = await createRecordId(admin, 'campaigns', {
      ...{ name: `Retried ${++number}`, channel, target: 'manual', people: persons.join('\n') },
      messages: [{ type: 'text', text: 'Loy Krathong' }],
    });
    expect(await act(id, 'send')).toMatchObject({ status: 200 });
    platforms.defaultFailure = () => 400;
    await startScheduled(services, id);
    await expect.poll(async () => (await get(id))['status'], SLOW).toBe('failed');
    platforms.reset();
    platforms.defaultFailure = () => undefined;
    return { id, heard: () => persons.map((one) => platforms.arrived.get(one)?.length ?? 0) };
  }
  /** As if the pause were over. */
  const letPauseEnd = (id: string): Promise<unknown> =>
    services.db.query('UPDATE broadcast_run SET held_until = clock_timestamp() WHERE campaign = $1::uuid', [
      id,
    ]);

  it('the pause is a setting of the workspace, from 0 to 300 seconds', async () => {
    const { body } = await owner('GET', '/api/v1/networks/current');
    expect(body['undoSeconds'] ?? 30).toBe(30);
    const message = 'Time for Undo must be between 0 and 300 seconds';
    for (const wrong of [-1, 301])
      expect(await pause(wrong)).toMatchObject({
        status: 422,
        body: { fields: { '/undoSeconds': message } },
      });
    expect(await pause(0)).toMatchObject({ status: 200 });
  });

  it.each(['send', 'approve'])(
    'a time that is only seconds ahead is held for the pause, by %s; a later one and one without a pause are not',
    async (verb) => {
      const [{ person } = { person: '' }] = await seedPeople(services, channel, 1);
      const startOf = async (undoSeconds: number, ms: number): Promise<number> => {
        await pause(undoSeconds);
        const sendAt = new Date(Date.now() + ms).toISOString();
        const id = await createRecordId(admin, 'campaigns', {
          ...{ name: `Soon ${++number}`, channel, target: 'manual', people: person, sendAt },
          ...{ messages: [{ type: 'text', text: 'Soon' }] },
        });
        if (verb === 'approve') await act(id, 'request-approval');
        const scheduled = await act(id, verb);
        expect(scheduled).toMatchObject({ status: 200, body: { status: 'scheduled', sendAt } });
        const startsAt = Date.parse(String(scheduled.body['startsAt']));
        // Whoever would send it comes too early.
        const early = { key: `early ${id}` };
        await services.db.transaction((tx) => services.jobs.enqueue(tx, 'broadcast.start', { id }, early));
        await expect.poll(() => services.jobs.isHeld(early.key), SLOW).toBe(false);
        expect(await get(id)).toMatchObject({ status: 'scheduled' });
        expect(await act(id, 'cancel')).toMatchObject({ status: 200, body: { status: 'draft' } });
        return startsAt - Date.parse(sendAt);
      };
      expect(await startOf(200, 5_000)).toBeGreaterThan(190_000);
      expect(await startOf(200, 400_000)).toBe(0);
      expect(await startOf(0, 60_000)).toBe(0);
      expect(multicasts()).toBe(0);
    },
  );

  it('nothing is sent within the pause; undone, the broadcast is what it was', async () => {
    await pause(300);
    const { id } = await failed();
    const before = await get(id);
    expect(before).toMatchObject({ status: 'failed', failed: 2, reason: REASON });
    const retried = await act(id, 'retry');
    expect(retried).toMatchObject({ status: 200, body: { status: 'executing' } });
    const left = Date.parse(String((await get(id))['heldUntil'])) - Date.now();
    expect(left).toBeGreaterThan(240_000);
    expect(await progress(id)).toMatchObject({ state: 'held', counts: { failed: 2, sent: 0 } });
    // Whoever retries may undo it; a moderator may do neither.
    expect(await act(id, 'undo-retry', await services.as('campaign.moderator'))).toMatchObject({
      status: 403,
    });
    expect(await act(id, 'undo-retry')).toMatchObject({ status: 200, body: { status: 'failed' } });
    const after = await get(id);
    expect(after).toMatchObject({ status: 'failed', failed: 2, sent: 0, left: 0, reason: REASON });
    expect(after['heldUntil'] ?? null).toBeNull();
    expect((await kinds(id)).slice(-3)).toEqual(['fail', 'retry', 'undo-retry']);
    expect(await act(id, 'undo-retry')).toMatchObject({ status: 409, body: { code: 'STATE' } });
    expect(multicasts()).toBe(0);
    // It can be retried again, now without a pause.
    await pause(0);
    await act(id, 'retry');
    await expect.poll(async () => (await get(id))['status'], SLOW).toBe('executed');
  });

  it('in quiet hours in which nothing is sent it is refused, and says which they are', async () => {
    await pause(300);
    const { id } = await failed(1);
    const quiet = async (own: Json): Promise<void> => {
      const { body } = await owner('GET', '/api/v1/networks/current');
      expect(await owner('PUT', '/api/v1/networks/current', { ...body, ...own })).toMatchObject({
        status: 200,
      });
    };
    const { rule, said } = quietHoursNow();
    await quiet(rule);
    const message = expect.stringContaining(said) as string;
    expect(await act(id, 'retry')).toMatchObject({ status: 422, body: { code: 'INVALID', message } });
    expect(await get(id)).toMatchObject({ status: 'failed', failed: 1, reason: REASON });
    // Where they only warn, it is asked about.
    await quiet({ quietRule: 'warn' });
    const admin = await services.as('campaign.admin');
    const path = `/api/v1/campaigns/${id}`;
    const text = expect.stringMatching(/^It is sent now, in the quiet hours \(.+ to .+\)\.$/) as string;
    const open = await admin('POST', `${path}/checks/retry`, {});
    expect(open.body['checks']).toMatchObject([{ id: 'quiet-hours', level: 'warning', text }]);
    expect(await admin('POST', `${path}/retry`, {})).toMatchObject({
      status: 422,
      body: { code: 'INVALID', checks: [{ id: 'quiet-hours', text }] },
    });
    const digests = (open.body['checks'] as { digest: string }[]).map(({ digest }) => digest);
    expect(await admin('POST', `${path}/retry`, { confirmed: digests })).toMatchObject({ status: 200 });
    const history = (await admin('GET', `${path}/history`)).body;
    expect(history[0]).toMatchObject({ operation: 'retry', confirmed: [{ label: 'Quiet hours', text }] });
    expect(await act(id, 'undo-retry')).toMatchObject({ status: 200 });
    await quiet({ quietRule: 'off' });
    expect(await act(id, 'retry')).toMatchObject({ status: 200 });
    expect(await act(id, 'undo-retry')).toMatchObject({ status: 200 });
  });

  it('one that was sent to some goes back to “Executed”', async () => {
    await pause(300);
    const { id } = await failed();
    await services.db.query(
      `UPDATE entity_campaign SET data = (data - 'reason') || '{"status": "executed"}' WHERE id = $1::uuid`,
      [id],
    );
    await services.db.query(`UPDATE broadcast_run SET state = 'over' WHERE campaign = $1::uuid`, [id]);
    await act(id, 'retry');
    expect(await act(id, 'undo-retry')).toMatchObject({ status: 200, body: { status: 'executed' } });
    expect(await progress(id)).toMatchObject({ state: 'over' });
  });

  it('after the pause everybody gets it once, and it can no longer be undone', async () => {
    await pause(1);
    const { id, heard } = await failed(3);
    await act(id, 'retry');
    await expect.poll(async () => (await get(id))['status'], SLOW).toBe('executed');
    expect(heard()).toEqual([1, 1, 1]);
    expect(await get(id)).toMatchObject({ sent: 3, failed: 0, left: 0 });
    expect((await get(id))['heldUntil'] ?? null).toBeNull();
    expect((await kinds(id)).slice(-3)).toEqual(['retry', 'resume', 'finish']);
    expect(await act(id, 'undo-retry')).toMatchObject({ status: 409, body: { code: 'STATE' } });
  });

  it('stopped within the pause it stays stopped, and the next retry does not wait for that pause', async () => {
    await pause(300);
    const { id, heard } = await failed();
    await act(id, 'retry');
    expect(await act(id, 'stop')).toMatchObject({ status: 200, body: { status: 'failed' } });
    expect(await progress(id)).toMatchObject({ state: 'stopped' });
    expect((await get(id))['heldUntil'] ?? null).toBeNull();
    await pause(1);
    await act(id, 'retry');
    await expect.poll(async () => (await get(id))['status'], SLOW).toBe('executed');
    expect(heard()).toEqual([1, 1]);
  });

  it('undone just as the pause ends, exactly one of both happens', async () => {
    await pause(300);
    const outcomes = new Set<string>();
    for (let round = 0; round < 6; round += 1) {
      const { id, heard } = await failed(1);
      await act(id, 'retry');
      await letPauseEnd(id);
      const undo = (): Promise<Answer> => act(id, 'undo-retry');
      const release = (): Promise<number> => releaseRun(services.services, id);
      // Each is first once; then both come at the same moment.
      const undone = await [
        async () => undo().then(async (first) => (await release(), first)),
        async () => release().then(undo),
        async () => (await Promise.all([undo(), release()]))[0],
        async () => (await Promise.all([release(), undo()]))[1],
      ][Math.min(round, 2 + (round % 2))]?.();
      if (!undone) throw new Error('No such order');
      // Whoever sends goes on with what was released, and with nothing else.
      await services.db.transaction((tx) => services.jobs.enqueue(tx, 'broadcast.send', { id }));
      const isUndone = undone.status === 200;
      const expected = isUndone ? 'failed' : 'executed';
      await expect.poll(async () => (await get(id))['status'], SLOW).toBe(expected);
      await expect.poll(async () => services.jobs.isHeld(`broadcast.send:${id}`), SLOW).toBe(false);
      expect(heard()).toEqual([isUndone ? 0 : 1]);
      expect([undone.status, (await get(id))['reason'] ?? null]).toEqual(
        isUndone ? [200, REASON] : [409, null],
      );
      outcomes.add(expected);
    }
    expect(outcomes).toEqual(new Set(['failed', 'executed']));
  });

  it('a broadcast that was scheduled is taken back by cancelling it, which its schema says', () => {
    const { actions } = services.model('campaign');
    const undos = actions.flatMap(({ id, undo }) => (undo ? [[id, undo.by]] : []));
    expect(undos).toEqual([
      ['approve', 'cancel'],
      ['send', 'cancel'],
      ['retry', 'undo-retry'],
    ]);
  });
});
