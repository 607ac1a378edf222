import {
  BaseError,
  type Clock,
  type HttpService,
  type LogService,
  type NetworkId,
  parse,
} from '@latchkey/kernel/plugin'
import type { TokenReference } from '@latchkey/kernel/contracts'
import type { TokenListSource } from '../../options.js'
import { type ReadTokenList, readTokenList, tokenListSchema } from './readTokenList.js'

export interface ListedTokensTools {
  readonly http: HttpService
  readonly clock: Clock
  readonly log: LogService
}

/** Of one network, over all lists. Each is a call of the node with every reading. */
const mostOfNetwork = 200
/** Bytes; the largest public lists have about one million. */
const byteLimit = 8_000_000
/** Milliseconds until a list that failed is asked for again. */
const retryTime = 60_000

/** The tokens of the host's lists on a network, those of the first list first. Each list is loaded once. */
export interface ListedTokens {
  /** Never rejects. */
  read(networkId: NetworkId): Promise<readonly TokenReference[]>
  /** Those of the lists that are here by now. Has the others loaded, and waits for none. */
  loaded(networkId: NetworkId): readonly TokenReference[]
}

export function createListedTokens(
  sources: readonly TokenListSource[],
  tools: ListedTokensTools,
): ListedTokens {
  const lists = sources.map((source) => createList(source, tools))
  const tokensOf = (read: readonly (ReadTokenList | undefined)[], networkId: NetworkId) =>
    read.flatMap((list) => list?.tokens.get(networkId) ?? []).slice(0, mostOfNetwork)
  return {
    read: async (networkId) => tokensOf(await Promise.all(lists.map((list) => list.read())), networkId),
    loaded(networkId) {
      for (const list of lists) void list.read()
      return tokensOf(
        lists.map((list) => list.loaded()),
        networkId,
      )
    },
  }
}

function createList(source: TokenListSource, { http, clock, log }: ListedTokensTools) {
  let loading: Promise<ReadTokenList | undefined> | undefined
  let loaded: ReadTokenList | undefined
  let retryAt = 0

  async function load(): Promise<ReadTokenList | undefined> {
    try {
      const list = readTokenList(await readSource(source, http))
      if (isOlder(list, source.atLeast)) throw outdated(list, source)
      const { dropped } = list
      if (dropped > 0)
        log.warn(`The token list ${nameOf(source)} has ${dropped} token(s) that can’t be used.`)
      loaded = list
      return list
    } catch (error) {
      log.warn(`The token list ${nameOf(source)} can’t be used.`, error)
      // What the host itself gave stays as it is.
      if (isLoaded(source)) retryAt = clock.now() + retryTime
      return undefined
    }
  }

  return {
    read() {
      if (retryAt > 0 && clock.now() >= retryAt) {
        loading = undefined
        retryAt = 0
      }
      loading ??= load()
      return loading
    },
    loaded: () => loaded,
  }
}

function readSource(source: TokenListSource, http: HttpService) {
  if ('data' in source) return parse(tokenListSchema, source.data, 'The token list')
  if (!isSafe(source.url)) {
    throw new BaseError('Token lists must use https. http works on localhost only.', {
      code: 'TOKEN_LIST_URL_INVALID',
      metaMessages: [`Received: "${String(source.url).slice(0, 200)}"`],
    })
  }
  return http.request({ url: source.url, schema: tokenListSchema, what: 'The token list', byteLimit })
}

const isLoaded = (source: TokenListSource) => 'url' in source && isSafe(source.url)

/** Without TLS, anyone between the page and the list could add a token to it. */
function isSafe(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return (
    protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
  )
}

function isOlder({ version }: ReadTokenList, atLeast = '0.0.0'): boolean {
  const wanted = atLeast.split('.').map(Number)
  const [index] = [0, 1, 2].filter((place) => version[place as 0 | 1 | 2] !== (wanted[place] ?? 0))
  return index !== undefined && version[index as 0 | 1 | 2] < (wanted[index] ?? 0)
}

const outdated = ({ version }: ReadTokenList, { atLeast }: TokenListSource) =>
  new BaseError('The token list is older than the version that is required.', {
    code: 'TOKEN_LIST_OUTDATED',
    metaMessages: [`Received: ${version.join('.')}`, `Expected: at least ${atLeast}`],
  })

/** Its host: an address may hold a key. */
const nameOf = (source: TokenListSource) =>
  'url' in source && URL.canParse(source.url) ? `of ${new URL(source.url).host}` : 'that was given as data'
