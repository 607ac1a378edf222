import { guard, storageKey, type StorageService } from '@latchkey/kernel/plugin'
import { storedEmailTime, storedLogin, storedSocial } from '../storedLogin.js'

const isNetworkList = (value: unknown): value is string =>
  typeof value === 'string' && /^[1-9][0-9]*(?:,[1-9][0-9]*)*$/.test(value)

/** EVM chain ids with smart accounts, separated by commas. */
export const storedSmartNetworks = storageKey('emailAuth.smartNetworks', guard(isNetworkList))

/** Deletes everything that is remembered of a login. */
export function forgetLogin(storage: StorageService): void {
  storage.remove(storedLogin)
  storage.remove(storedEmailTime)
  storage.remove(storedSocial)
  storage.remove(storedSmartNetworks)
}
