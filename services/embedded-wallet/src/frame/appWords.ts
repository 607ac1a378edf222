import type { RequestPayload } from '@latchkey/plugin-email-auth/protocol'

type Told = NonNullable<RequestPayload<'syncDappData'>['networks']>[number]

/** The app's words about itself and its networks. None is proven: the frame marks each that it shows as the site's word. */
export interface AppWords {
  readonly name?: string
  /** Whether the person approved something here before. The frame's own memory. */
  readonly isKnown: boolean
  readonly networks: readonly Told[]
}

const mostLetters = 40

/** One line without quotes of ours to break out of; what is longer is cut. Nothing where no letter is left. */
export function readAppName(name: string | undefined): string | undefined {
  const plain = (name ?? '').replaceAll(/[^\p{L}\p{N} .,&'’_-]/gu, '').trim()
  if (!/[\p{L}\p{N}]/u.test(plain)) return undefined
  return plain.length > mostLetters ? `${plain.slice(0, mostLetters - 1)}…` : plain
}
