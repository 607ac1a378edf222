import { storedLogin } from '../storedLogin.js'
import type { SpeedUpOutcome } from '../EmailAuthService.js'
import type { AskFrame, EmbeddedWallet, EmbeddedWalletOptions, WithPerson } from './createEmbeddedWallet.js'

const section = 'emailAuth'
const told = {
  replaced: {
    words: { section, key: 'spedUp', text: 'Sped up. Only one of the two transactions can go through.' },
    variant: 'success',
  },
  done: {
    words: { section, key: 'wentThrough', text: 'It went through in the meantime. Nothing else was sent.' },
    variant: 'success',
  },
  failed: {
    words: { section, key: 'failedFirst', text: 'It failed in the meantime. Nothing else was sent.' },
    variant: 'error',
  },
  gone: {
    words: {
      ...{ section, key: 'notWaiting' },
      text: 'This transaction is no longer waiting. Nothing else was sent.',
    },
    variant: 'error',
  },
} as const satisfies Record<SpeedUpOutcome['outcome'], unknown>

/** Transactions that wait longer than usual, and the way to speed them up. */
export function createStuckRequests(
  {
    notifications,
    state,
    storage,
  }: Pick<EmbeddedWalletOptions, 'state'> & {
    readonly notifications: Pick<EmbeddedWalletOptions['notifications'], 'showSnackbar'>
    readonly storage: Pick<EmbeddedWalletOptions['storage'], 'read'>
  },
  ask: AskFrame,
  withPerson: WithPerson,
): Pick<EmbeddedWallet, 'readStuck' | 'speedUp'> {
  let newest = 0
  return {
    async readStuck() {
      newest += 1
      const [own, { user }, networkId] = [newest, state, storage.read(storedLogin)?.networkId]
      const { operations } = await ask('getStuckOperations', undefined)
      // An answer that comes late is another person's, another network's, or has what was sped up since.
      const isSame = state.user === user && storage.read(storedLogin)?.networkId === networkId
      if (own === newest && isSame) state.stuck = operations
    },
    async speedUp(hash, signal) {
      const outcome = await withPerson(signal, (own) => ask('replaceOperation', { hash }, own))
      newest += 1
      state.stuck = state.stuck?.filter((one) => one.hash !== hash)
      const { words, variant } = told[outcome.outcome]
      notifications.showSnackbar(words, { variant })
      return outcome
    },
  }
}
