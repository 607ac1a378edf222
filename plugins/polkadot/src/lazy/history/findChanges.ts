export interface Changes {
  /** Blocks in which the account's record changed, newest first. */
  readonly blocks: readonly number[]
  /** Older blocks were not looked at. */
  readonly from: number
}

/** The account's record at a block, as a text that is only compared. Block -1 is before the chain. */
export type StateAt = (block: number) => Promise<string>

interface Span {
  /** The block before the span's first. */
  readonly before: number
  readonly last: number
  readonly atStart: string
  readonly atEnd: string
}

/**
 * Finds where the account's record (nonce and amounts) changed by halving, which costs some questions for each
 * transaction instead of a download of every block. A change that was undone to the last planck without the account
 * signing anything is not seen.
 *
 * @param limit Most blocks to find; the newest win.
 */
export async function findChanges(
  stateAt: StateAt,
  { from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number },
): Promise<Changes> {
  const [atStart, atEnd] = await Promise.all([stateAt(from - 1), stateAt(to)])
  let spans: Span[] = [{ before: from - 1, last: to, atStart, atEnd }].filter(differs)
  let reached = from
  while (spans.some(({ before, last }) => last - before > 1)) {
    const halves = await Promise.all(spans.map((span) => halve(span, stateAt)))
    spans = halves.flat().filter(differs)
    const dropped = spans[limit]
    if (dropped) reached = dropped.last + 1
    spans = spans.slice(0, limit)
  }
  return { blocks: spans.map(({ last }) => last), from: reached }
}

const differs = ({ atStart, atEnd }: Span) => atStart !== atEnd

/** The newer half first. */
async function halve(span: Span, stateAt: StateAt): Promise<Span[]> {
  const { before, last, atStart, atEnd } = span
  if (last - before === 1) return [span]
  // no money: the height of a block
  const middle = Math.floor((before + last) / 2)
  const atMiddle = await stateAt(middle)
  return [
    { before: middle, last, atStart: atMiddle, atEnd },
    { before, last: middle, atStart, atEnd: atMiddle },
  ]
}
