import { say, type Sentence, type Text } from '../words/say.js'
import type { AppWords } from './appWords.js'
import { nameNetwork } from './networkNames.js'

/** A line of what a person reads before they decide. */
export interface Fact {
  readonly name: Sentence
  readonly value: Text
  /** More about the value, shown smaller below it. */
  readonly note?: Sentence
  /** Shown so that it is not overlooked. */
  readonly isWarning?: boolean
  /** The subject of the line, where it changes how the line is drawn. */
  readonly kind?: 'asker' | 'leaves' | 'arrives'
}

/** Tells who asks: the origin, which the browser vouches for, and beside it what the site calls itself. */
export function askedBy({
  appOrigin,
  app,
}: {
  readonly appOrigin: string
  readonly app?: AppWords | undefined
}): Fact {
  const asker = { name: say`Asked by`, value: appOrigin, kind: 'asker' } as const
  return app ? { ...asker, note: noteOf(app) } : asker
}

function noteOf({ name, isKnown }: AppWords): Sentence {
  if (name === undefined) return isKnown ? say`You’ve approved this site before.` : say`A new site for you.`
  return isKnown
    ? say`Calls itself ${name}. You’ve approved it before.`
    : say`Calls itself ${name}. A new site for you.`
}

/** Tells the network, and says so where its name is the site's word. */
export function networkFact(networkId: string, app: AppWords | undefined): Fact {
  const { name, isTold } = nameNetwork(networkId, app)
  const fact = { name: say`Network`, value: name }
  return isTold ? { ...fact, note: say`${networkId.split(':')[1] ?? ''}, named by this site` } : fact
}
