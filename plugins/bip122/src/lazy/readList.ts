import { copyList, invalidAnswer, describeAnswer } from '@latchkey/kernel/chain'

/** A wallet with more accounts than this is broken or hostile. */
export const accountLimit = 1_000

/** A copy of a list that a wallet answered. @throws ConnectorError `WALLET_ANSWER_INVALID` when it is none, or is endless. */
export function readList<T>(wallet: string, method: string, value: unknown): readonly T[] {
  const list = copyList(value, accountLimit)
  if (list) return list as readonly T[]
  throw invalidAnswer(wallet, method, describeAnswer(value))
}
