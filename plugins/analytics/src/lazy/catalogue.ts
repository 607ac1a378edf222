/** How a property may look when it leaves the page. */
export type PropertyKind = 'flag' | 'text' | 'network' | 'networks' | 'words' | 'address' | 'amount'

const properties = {
  connected: 'flag',
  isSmartAccount: 'flag',
  reconnect: 'flag',
  uncaught: 'flag',
  network: 'network',
  networks: 'networks',
  features: 'words',
  namespace: 'words',
  address: 'address',
  amount: 'amount',
  swapFromAmount: 'amount',
  swapToAmount: 'amount',
} satisfies Readonly<Record<string, PropertyKind>>

/** Anything that is not listed is a text. */
export const kindOf = (property: string): PropertyKind =>
  Object.hasOwn(properties, property) ? properties[property as keyof typeof properties] : 'text'

const account = ['isSmartAccount'] as const
const place = ['isSmartAccount', 'network'] as const
const send = [...place, 'token', 'amount'] as const
const swap = [...place, 'swapFromToken', 'swapToToken', 'swapFromAmount', 'swapToAmount'] as const
const name = [...account, 'ensName'] as const
const provider = ['provider'] as const
const message = ['message'] as const

/**
 * Events of the product's catalogue and the properties each may carry. What is not here stays in the page.
 *
 * `CONNECT_PROXY_ERROR` goes without `uri` and `mobile_link`: they hold the key of a pairing. `INITIALIZE` goes with
 * networks and features only: a host's other options may hold keys.
 */
export const catalogue: Readonly<Record<string, readonly string[]>> = {
  MODAL_OPEN: ['connected', 'view'],
  MODAL_CLOSE: ['connected', 'view'],
  INITIALIZE: ['networks', 'features'],
  CLICK_ALL_WALLETS: [],
  CLICK_WALLET_HELP: [],
  CLICK_NETWORK_HELP: [],
  CLICK_GET_WALLET: [],
  CLICK_NETWORKS: [],
  SELECT_WALLET: ['name', 'platform'],
  SEARCH_WALLET: ['badge', 'search'],
  CONNECT_SUCCESS: ['method', 'name', 'reconnect', 'network'],
  CONNECT_ERROR: message,
  CONNECT_PROXY_ERROR: ['message', 'name'],
  USER_REJECTED: message,
  DISCONNECT_SUCCESS: ['namespace'],
  DISCONNECT_ERROR: message,
  INTERNAL_SDK_ERROR: ['errorType', 'errorMessage', 'stackTrace', 'uncaught'],
  SWITCH_NETWORK: ['network'],
  EMAIL_LOGIN_SELECTED: [],
  EMAIL_SUBMITTED: [],
  DEVICE_REGISTERED_FOR_EMAIL: [],
  EMAIL_VERIFICATION_CODE_SENT: [],
  EMAIL_VERIFICATION_CODE_PASS: [],
  EMAIL_VERIFICATION_CODE_FAIL: message,
  EMAIL_EDIT: [],
  EMAIL_UPGRADE_FROM_MODAL: [],
  SOCIAL_LOGIN_STARTED: provider,
  SOCIAL_LOGIN_SUCCESS: provider,
  SOCIAL_LOGIN_ERROR: provider,
  SOCIAL_LOGIN_REQUEST_USER_DATA: provider,
  SOCIAL_LOGIN_CANCELED: provider,
  CLICK_TRANSACTIONS: account,
  LOAD_MORE_TRANSACTIONS: ['address', 'cursor', ...account],
  ERROR_FETCH_TRANSACTIONS: ['address', 'cursor', ...account],
  CLICK_SIGN_SIWX_MESSAGE: place,
  CLICK_CANCEL_SIWX: place,
  SIWX_AUTH_SUCCESS: place,
  SIWX_AUTH_ERROR: place,
  OPEN_SEND: place,
  SEND_INITIATED: send,
  SEND_SUCCESS: send,
  SEND_ERROR: [...send, 'message'],
  SEND_REJECTED: send,
  OPEN_SWAP: place,
  CLICK_CONVERT: [],
  CLICK_SELECT_TOKEN_TO_SWAP: [],
  CLICK_SELECT_NETWORK_TO_SWAP: [],
  INITIATE_SWAP: swap,
  SWAP_SUCCESS: swap,
  SWAP_ERROR: [...swap, 'message'],
  SWAP_APPROVAL_ERROR: [...swap, 'message'],
  SELECT_BUY_CRYPTO: account,
  SELECT_WHAT_IS_A_BUY: account,
  SELECT_BUY_PROVIDER: ['provider', ...account],
  SET_PREFERRED_ACCOUNT_TYPE: ['accountType', 'network'],
  OPEN_ENS_FLOW: account,
  REGISTER_NAME_INITIATED: name,
  REGISTER_NAME_SUCCESS: name,
  REGISTER_NAME_ERROR: [...name, 'error'],
}
