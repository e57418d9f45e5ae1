import type { MessagePreview, RoomFacts } from '../../../contract/chat/chat-protocol.ts';
import { previewOf } from '../../../contract/chat/message-preview.ts';
import type { PartnerSearch } from '../../../contract/chat/partner-wishes.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { isPublicRoom } from '../core/public-rooms.ts';
import type { BrandPresence } from '../presence/brand-presence.ts';
import { marksOf } from './delivery-marks.ts';
import { readRoomRows, type RoomRow } from './room-rows.ts';

/**
 * Reads the rooms of a lobby: the public rooms of the brand, and the user's conversations.
 * @param hidden people hidden by blocks from the user
 * @param isSeenShown whether the user sees which messages were seen
 * @param isRestricted whether moderators have restricted the user
 */
export async function readRoomFacts(
  user: Pick<ChatUser, 'id' | 'brand' | 'joinedAt'>,
  hidden: ReadonlySet<string>,
  presence: BrandPresence,
  isSeenShown: boolean,
  isRestricted: boolean,
): Promise<RoomFacts[]> {
  const rows = await readRoomRows(user, isRestricted);
  return rows
    .filter((row) => row.kind !== 'public' || isPublicRoom(user.brand, row.id))
    .map((row) => toRoomFacts(row, user.id, hidden, presence, isSeenShown));
}

function toRoomFacts(
  row: RoomRow,
  id: string,
  hidden: ReadonlySet<string>,
  presence: BrandPresence,
  isSeenShown: boolean,
): RoomFacts {
  const isOtherVisible = row.otherId !== null && !hidden.has(row.otherId);
  return {
    id: row.id,
    kind: row.kind,
    lang: row.lang,
    topic: row.topic,
    other:
      row.otherId && row.otherName
        ? {
            id: row.otherId,
            name: row.otherName,
            online: row.showsPresence ? isOtherVisible && presence.isOnline(row.otherId) : null,
          }
        : null,
    // The person who ended a private conversation can reopen it by writing.
    ended: row.endedAt !== null && row.endedBy !== id,
    ...(row.isWaiting && { waiting: true }),
    ...(row.otherId && (row.isStranger || row.endedAt) && { noCalls: true }),
    ...((row.endedAt || (row.kind === 'private' && !row.acceptedAt)) && { noChanges: true }),
    ...(row.isLimited && { limited: true }),
    member: row.read !== null,
    ...(row.read !== null && { read: row.read }),
    online: presence.count(row.id, hidden),
    head: row.head,
    unread: row.unread ?? 0,
    activeAt: row.head ? row.activeAt.getTime() : null,
    ...(isOtherVisible &&
      row.showsPresence &&
      row.delivered !== null &&
      row.seen !== null && { marks: marksOf({ delivered: row.delivered, seen: row.seen }, isSeenShown) }),
    ...(row.search && { search: row.search }),
    ...(isOtherVisible && row.theirSearch && !row.endedAt && { wish: toWish(row.theirSearch) }),
    ...(row.last && { last: toPreview(row.last, id) }),
  };
}

/** A partner never learns an age. */
const toWish = ({ iAm, lookFor, tags }: PartnerSearch): RoomFacts['wish'] => ({ iAm, lookFor, tags });

const toPreview = ({ sender, sentAt, ...message }: NonNullable<RoomRow['last']>, viewer: string): MessagePreview =>
  previewOf({ ...message, sender: { id: sender }, at: Date.parse(sentAt) }, viewer);
