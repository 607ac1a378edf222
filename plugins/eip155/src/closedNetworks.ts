import type { Closed } from '@latchkey/kernel/contracts'

const moonbeam: Closed = {
  on: '2026-07-31',
  say: 'Transactions have stopped. See moonbeam.network for what you hold there.',
}

/** Networks that have ended or are about to, by chain id, wherever the host has its chain objects from. Read 2026-11-29. */
export const closedNetworks: Readonly<Record<number, Closed>> = {
  // "Retired at the end of the year" (curvefi/curve-frontend #2839, 2026-07-03). Earlier news named June (ethstorage/web3url-gateway #98).
  250: { on: '2026-12-31', say: 'Upgrade FTM at my.soniclabs.com, and move other tokens away.' },
  // "Maintenance Mode" refuses every transaction from 2026-08-01, 00:00 UTC (lifinance/contracts #2222, chainstack/dev-portal #512).
  1284: moonbeam,
  1285: moonbeam,
  // "Withdraw your funds to Ethereum by October 26, 2026" (l2beat/l2beat, blast.ts, of Blast's own announcement).
  81457: {
    on: '2026-10-26',
    say: 'Withdrawals to Ethereum ended then. See blast.io for what you hold there.',
  },
}
