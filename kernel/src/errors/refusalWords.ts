import type { WordsRow } from './dialect.js'

/**
 * A person who said no, as every dialect's wallets say it. Somebody has to be named, so that a network that rejects does not match.
 *
 * Wallets that translate what they tell a page: SubWallet 1.3.88, into Japanese and Russian (Chinese and Vietnamese are left in
 * English). Of MetaMask, Rabby, Phantom, Leather, Xverse, UniSat and the first Polkadot extension none is known: theirs is English.
 */
const refused =
  /\buser (?:has |have )?(?:rejected|denied|declined|disapproved|refused|cancell?ed|aborted)\b|\b(?:rejected|denied|declined|disapproved|refused|cancell?ed|aborted) by (?:the )?user\b|\buser[ -](?:rejection|denial|cancell?ation)\b|\byou (?:have )?(?:rejected|denied|declined|cancell?ed)\b|ユーザーが(?:リクエスト|要求)を拒否|ユーザーによる拒否|пользователь отклонил/i

const closed =
  /(?:popup|window|tab|modal|dialog|plugin)(?: window)?(?: was| has been| is)? (?:closed|dismissed)|\bclosed (?:the |its |by )|\buser (?:has )?closed/i

/** It is over, and nobody is named who said no. */
const left =
  /^(?:error: )?(?:the )?(?:(?:request|connection|sign[ -]?in|action) (?:was |has been )?)?(?:cancell?ed|rejected|denied|declined|aborted)\.?$/i

/** What makes every word of a refusal doubtful: something was sent, or a machine speaks. */
const undecided =
  /timed?[ -]?out|time ?out|broadcast|insufficient|revert|blockhash|underpriced|simulat|already (?:known|sent|submitted)|failed to (?:send|submit|publish|fetch)|\b(?:by|from|in) (?:the |a )?(?:network|node|mempool|miner|validator|relay|rpc|server|bundler|paymaster|entry ?point|sequencer)\b/i

/** Words that every dialect has beside its own. */
export const refusalWords: readonly WordsRow[] = [
  [refused, 'refused'],
  [closed, 'closed'],
  [left, 'left'],
  [undecided, 'undecided'],
]
