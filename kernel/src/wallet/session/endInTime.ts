import type { Connection } from '../../contracts/points/connector.js'
import type { Clock } from '../../platform/clock.js'
import { answerTime, noAnswer } from './noAnswer.js'

/**
 * Ends a connection on the wallet's side. A wallet may never answer: what waits for it must end all the same.
 *
 * @param name Of the wallet, for the error.
 * @throws ConnectorError `WALLET_TIMEOUT` after {@link answerTime}; what the connection rejects with.
 */
export async function endInTime(connection: Connection, name: string, clock: Clock): Promise<void> {
  let timer: ReturnType<Clock['setTimeout']> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = clock.setTimeout(() => reject(noAnswer(name)), answerTime)
  })
  try {
    await Promise.race([connection.disconnect(), late])
  } finally {
    if (timer !== undefined) clock.clearTimeout(timer)
  }
}
