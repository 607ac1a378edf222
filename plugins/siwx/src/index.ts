export { type Cacao, type CacaoPayload, cacaoSchema, cacaoText, parseIssuer } from './message/cacao.js'
export { canonicalAccountId } from './message/canonicalAccountId.js'
export { createMessage } from './message/createMessage.js'
export { createNonce } from './message/createNonce.js'
export { checksumAddress, isChecksumAddress } from './message/eip55.js'
export { formatText } from './message/formatText.js'
export type { MessageProfile } from './message/MessageProfile.js'
export { type ParsedMessage, parseMessage, type RequiredField } from './message/parseMessage.js'
export { type ParsedText, parseText, readAccountKind, type TextProblem } from './message/parseText.js'
export {
  bip122Profile,
  eip155Profile,
  polkadotProfile,
  referenceProfile,
  type SolanaChainForm,
  solanaProfile,
} from './message/profiles.js'
export {
  decodeRecap,
  encodeRecap,
  isRecapUri,
  type Recap,
  recapStatement,
  statementWithRecap,
} from './message/recap.js'
export { SiwxError, type SiwxErrorCode } from './message/SiwxError.js'
export type { SiwxMessage, SiwxText } from './message/SiwxMessage.js'
export { decodeSs58, encodeSs58, isSameSs58, type Ss58Address } from './message/ss58.js'
export type { TextGrammar } from './message/TextGrammar.js'
export type { SiweConfig, SiweMessageArguments, SiweSession } from './page/SiweConfig.js'
export {
  ConnectingSiweRoute,
  Siwx,
  SiwxCancelClicked,
  SiwxFailed,
  type SiwxService,
  SiwxSignClicked,
  SiwxSignedOut,
  SiwxSignMessageRoute,
  type SiwxState,
  type SiwxStatus,
  SiwxSucceeded,
} from './page/SiwxService.js'
export { siwx } from './page/siwx.js'
export type { SiwxOptions } from './page/SiwxOptions.js'
export {
  type SiwxSession,
  type SiwxSessionRecord,
  SiwxStorage,
  type SiwxStorageService,
} from './page/SiwxStorage.js'
