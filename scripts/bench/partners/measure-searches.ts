import type { Socket } from 'socket.io-client';

import type { ChatResponse } from '../../../src/contract/chat/chat-protocol.ts';
import { rateLimits } from '../../../src/service/request/rate-limits.ts';
import type { ChatSocket } from '../bans/measure-ban.ts';
import { roundRobin } from '../lib/round-robin.ts';
import { AT_ONCE, type PartnersFigure } from './partners-report.ts';
import { type Crowd, type openCrowd } from './waiting-crowd.ts';

/** Of all searches that the people may send, the share of those sent one after the other. */
const ALONE = 0.1;

/** Measures searches within the limit of each person, for a time at most. @param sockets of people who search, in turn */
export async function measureSearches(
  sockets: ChatSocket[],
  crowd: Crowd,
  { matches }: Pick<Awaited<ReturnType<typeof openCrowd>>, 'matches'>,
  seconds: number,
): Promise<Pick<PartnersFigure, 'aloneMs' | 'crowdedMs' | 'searches' | 'matches'>> {
  const allowed = sockets.length * (rateLimits.seek.burst - 1);
  const nextSocket = roundRobin<Socket>(sockets);
  let sent = 0;
  /** Searches by several people at once, until a number was sent or the time is over. */
  const search = async (atOnce: number, last: number): Promise<number[]> => {
    const times: number[] = [];
    const end = performance.now() + seconds * 1000;
    const worker = async (): Promise<void> => {
      while (sent < last && performance.now() < end) {
        sent += 1;
        const begin = performance.now();
        const answer = (await nextSocket().emitWithAck('seek', crowd.searching())) as ChatResponse<'seek'>;
        if ('error' in answer) throw new Error(`A search was refused: ${answer.error}`);
        times.push(performance.now() - begin);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    return times;
  };
  const aloneMs = await search(1, allowed * ALONE);
  const before = await matches();
  const begin = performance.now();
  const crowdedMs = await search(AT_ONCE, allowed);
  const measuredSeconds = (performance.now() - begin) / 1000;
  return {
    aloneMs,
    crowdedMs,
    searches: crowdedMs.length / measuredSeconds,
    matches: ((await matches()) - before) / measuredSeconds,
  };
}
