import { BaseError, type NetworkId, type StorageService } from '@latchkey/kernel/plugin'
import {
  namespaceOf,
  TokenFacts,
  type TokenHolder,
  type TokenKeeper,
  type TokenReference,
} from '@latchkey/kernel/contracts'
import { unsupportedChain, type WalletsService } from '@latchkey/kernel/wallet'
import { proxy, snapshot } from 'valtio/vanilla'
import type { BalancesService } from './BalancesService.js'
import { fitFacts, mostStored, ownTokensKey } from './ownTokensKey.js'
import type { OwnToken, OwnTokensService } from './OwnTokensService.js'
import type { PortfolioService } from './PortfolioService.js'

export interface OwnTokensDeps {
  readonly wallets: WalletsService
  readonly storage: StorageService
  readonly balances: BalancesService | undefined
  readonly portfolio: PortfolioService | undefined
}

/** Added to one account on one network. */
const mostAdded = 200

/** The service, what others are told through the extension point, and what reads the storage. */
export function createOwnTokens(deps: OwnTokensDeps) {
  const { wallets } = deps
  const { state, isSame, tokensOf, put, remove, read } = createStored(deps)

  async function find({ networkId, address }: TokenHolder, token: string, signal?: AbortSignal) {
    const facts = wallets.chain(networkId, TokenFacts)
    if (!facts) throw unsupportedChain(namespaceOf(networkId))
    return facts.read({ networkId, token, address, ...(signal ? { signal } : {}) })
  }

  async function add(holder: TokenHolder, token: string): Promise<TokenReference> {
    const found = await find(holder, token)
    const others = keeper
      .list(holder)
      .filter(({ address }) => !isSame(holder.networkId, address, found.address))
    if (others.length >= mostAdded) throw tooMany()
    put(holder, found, false)
    return found
  }

  const keeper: TokenKeeper = {
    id: 'ownTokens',
    list: (holder) => tokensOf(holder).filter(({ isHidden }) => !isHidden),
    hides: (holder, address) =>
      tokensOf(holder).some((token) => token.isHidden && isSame(holder.networkId, token.address, address)),
    keep: add,
  }
  const service: OwnTokensService = {
    state,
    supports: (networkId) => wallets.chain(networkId, TokenFacts) !== undefined,
    find,
    add,
    hide: (holder, token) => put(holder, token, true),
    forget: remove,
  }
  return { service, keeper, read }
}

/** What is kept, in memory and in the storage. */
function createStored({ wallets, storage, balances, portfolio }: OwnTokensDeps) {
  const state = proxy<{ tokens: readonly OwnToken[] }>({ tokens: [] })
  const isSame = (networkId: NetworkId, left: string, right: string) =>
    wallets.namespace(networkId)?.isSameAddress(left, right) ?? left === right
  const isOf =
    ({ networkId, address }: TokenHolder) =>
    (token: OwnToken) =>
      token.networkId === networkId && isSame(networkId, token.holder, address)
  const isIn = (holder: TokenHolder, address: string) => {
    const isOfHolder = isOf(holder)
    return (token: OwnToken) => isOfHolder(token) && isSame(holder.networkId, token.address, address)
  }

  function change(tokens: readonly OwnToken[], { networkId }: TokenHolder): void {
    // The oldest go first.
    state.tokens = tokens.slice(-mostStored)
    storage.write(ownTokensKey, state.tokens)
    void balances?.refresh({ namespace: namespaceOf(networkId) })
    portfolio?.refresh(networkId)
  }

  /** Asked about each token of a reading, so the entries of an account are put in order once. */
  let last: (TokenHolder & Record<'all' | 'own', readonly OwnToken[]>) | undefined
  function tokensOf(holder: TokenHolder): readonly OwnToken[] {
    const { tokens: all } = snapshot(state)
    if (last?.all !== all || last.networkId !== holder.networkId || last.address !== holder.address) {
      last = { ...holder, all, own: all.filter(isOf(holder)) }
    }
    return last.own
  }

  return {
    state,
    isSame,
    tokensOf,
    put(holder: TokenHolder, { address, ...facts }: TokenReference, isHidden: boolean): void {
      const isThis = isIn(holder, address)
      const { symbol, name, decimals } = fitFacts(facts)
      const entry: OwnToken = {
        networkId: holder.networkId,
        holder: holder.address,
        ...{ address, symbol, decimals },
        ...(name === undefined ? {} : { name }),
        ...(isHidden ? { isHidden } : {}),
      }
      change([...state.tokens.filter((token) => !isThis(token)), entry], holder)
    },
    remove(holder: TokenHolder, address: string): void {
      const isThis = isIn(holder, address)
      change(
        state.tokens.filter((token) => !isThis(token)),
        holder,
      )
    },
    read(): void {
      state.tokens = storage.read(ownTokensKey) ?? []
    },
  }
}

const tooMany = () =>
  new BaseError(`You’ve added ${mostAdded} tokens, the most for one account. Remove one first.`, {
    code: 'OWN_TOKENS_FULL',
    parameters: { count: mostAdded },
  })
