export { canonicalAccountId } from '../message/canonicalAccountId.js'
export { type Bip122Options, bip122 } from './bip122/bip122.js'
export {
  createVerifier,
  type Verified,
  type Verifier,
  type VerifierOptions,
  type VerifyAllResult,
  type VerifyResult,
} from './createVerifier.js'
export { createWorkBudget, type WorkBudget, WorkBudgetSpent, WorkCost } from './createWorkBudget.js'
export { type EthereumRpc, EthereumRpcError, httpRpc } from './eip155/EthereumRpc.js'
export { type Eip155Options, eip155 } from './eip155/eip155.js'
export {
  createHandlers,
  type FetchHandler,
  type HandlersOptions,
  type HttpErrorCode,
  type RateLimit,
  type SiwxAction,
  type SiwxHandlers,
} from './handlers/createHandlers.js'
export { type MemoryRateLimitOptions, memoryRateLimit } from './handlers/memoryRateLimit.js'
export { nextHandlers } from './handlers/nextHandlers.js'
export { type NodeRequest, type NodeResponse, nodeHandler } from './handlers/nodeHandler.js'
export type {
  NamespaceVerifier,
  SignatureAccepted,
  SignatureRequest,
  SignatureVerdict,
} from './NamespaceVerifier.js'
export { memoryNonces } from './nonces/memoryNonces.js'
export type { NonceRecord, NonceState, NonceStore } from './nonces/NonceStore.js'
export { type RedisNoncesOptions, redisNonces } from './nonces/redisNonces.js'
export { SQL_NONCES_SCHEMA, sqlNonces } from './nonces/sqlNonces.js'
export { type PolkadotOptions, polkadot } from './polkadot/polkadot.js'
export type { PolkadotCrypto } from './polkadot/verifyPolkadotSignature.js'
export type { CacaoRequest, MessageRequest, SolanaSignInRequest, VerifyRequest } from './readRequest.js'
export type { Refusal, RefusalCode } from './Refusal.js'
export { nobleRecover, type Secp256k1Recover } from './secp256k1Recover.js'
export {
  createSessions,
  type ReadOptions,
  type Session,
  type SessionRefusalCode,
  type SessionResult,
  type Sessions,
  type SessionsOptions,
  type StartedSession,
  type StartOptions,
} from './sessions/createSessions.js'
export { memorySessions } from './sessions/memorySessions.js'
export { type RedisSessionsOptions, redisSessions } from './sessions/redisSessions.js'
export type { SessionRecord, SessionStore } from './sessions/SessionStore.js'
export { SQL_SESSIONS_SCHEMA, sqlSessions } from './sessions/sqlSessions.js'
export type { SignInOutput } from './solana/readSignIn.js'
export type { SolanaSignInInput } from './solana/SolanaSignInInput.js'
export { type SolanaOptions, solana } from './solana/solana.js'
export type { RedisCommand } from './stores/RedisClient.js'
export type { SqlDialect, SqlExecute } from './stores/SqlExecute.js'
