/** A block by its number, which says where it is, and its hash, which says whether the chain still has it. */
export interface BlockName {
  readonly number: number
  readonly hash: string
}

export const writeBlockName = ({ number, hash }: BlockName): string => `${number}:${hash}`

/** Reads what {@link writeBlockName} wrote; `undefined` for anything else. */
export function readBlockName(text: string | undefined): BlockName | undefined {
  const [, number, hash] = /^(\d{1,15}):((?:0x)?[\da-f]{64})$/.exec(text ?? '') ?? []
  return number === undefined || hash === undefined ? undefined : { number: Number(number), hash }
}
