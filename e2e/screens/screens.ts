import { accountScreens } from './accountScreens.js'
import { addressBookScreens } from './addressBookScreens.js'
import { featureScreens } from './featureScreens.js'
import { ledgerScreens } from './ledgerScreens.js'
import { paymentScreens } from './paymentScreens.js'
import { pairingScreens } from './pairingScreens.js'
import { permissionScreens } from './permissionScreens.js'
import type { Screen } from './screen.js'
import { shellScreens } from './shellScreens.js'
import { swapScreens } from './swapScreens.js'
import { watchOnlyScreens } from './watchOnlyScreens.js'

/** Every view in every state that the gallery knows. A new view is added here, and its pictures follow. */
export const screens: readonly Screen[] = [
  ...shellScreens,
  ...pairingScreens,
  ...ledgerScreens,
  ...accountScreens,
  ...swapScreens,
  ...paymentScreens,
  ...featureScreens,
  ...addressBookScreens,
  ...permissionScreens,
  ...watchOnlyScreens,
]
