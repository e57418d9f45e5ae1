import type { BlockSummary, TextInfo, TextKey } from '../../protocol.ts';

/** Address of the page of a block. */
export const blockUrl = ({ kind, scope, name }: TextKey, block: string): string =>
  `/block?${new URLSearchParams({ kind, scope, name, block }).toString()}`;

/** The neighbours of a block, and where it can move to. */
export interface Neighbours {
  previous?: BlockSummary | undefined;
  next?: BlockSummary | undefined;
  /** The block behind which it stands after a move: undefined as the value for the front. */
  up?: { after: string | undefined };
  down?: { after: string | undefined };
}

/** Looks around a block. It moves among blocks of its own kind only: rules stay one list. */
export function neighboursOf({ blocks }: TextInfo, id: string): Neighbours {
  const index = blocks.findIndex((block) => block.id === id);
  const [previous, block, next] = [blocks[index - 1], blocks[index]!, blocks[index + 1]];
  const isMovable = block.type === 'named' || block.type === 'paragraph';
  const before = blocks[index - 2];
  return {
    previous,
    next,
    ...(isMovable && previous?.type === block.type && { up: { after: isText(before) ? before.id : undefined } }),
    ...(isMovable && next?.type === block.type && { down: { after: next.id } }),
  };
}

const isText = (block: BlockSummary | undefined): block is BlockSummary =>
  block?.type === 'named' || block?.type === 'paragraph';
