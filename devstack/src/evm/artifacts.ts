import type { Artifact } from './deployer.js'
import batchAccount from './artifacts/BatchAccount.artifact.json' with { type: 'json' }
import ensRegistry from './artifacts/ENSRegistry.artifact.json' with { type: 'json' }
import farcasterRegistry from './artifacts/FarcasterRegistry.artifact.json' with { type: 'json' }
import legacyToken from './artifacts/LegacyToken.artifact.json' with { type: 'json' }
import localCollectible from './artifacts/LocalCollectible.artifact.json' with { type: 'json' }
import localPaymaster from './artifacts/LocalPaymaster.artifact.json' with { type: 'json' }
import localMultiToken from './artifacts/LocalMultiToken.artifact.json' with { type: 'json' }
import localSlipstream from './artifacts/LocalSlipstream.artifact.json' with { type: 'json' }
import localShop from './artifacts/LocalShop.artifact.json' with { type: 'json' }
import localToken from './artifacts/LocalToken.artifact.json' with { type: 'json' }
import localUniversalResolver from './artifacts/LocalUniversalResolver.artifact.json' with { type: 'json' }
import lyingCollectible from './artifacts/LyingCollectible.artifact.json' with { type: 'json' }
import multicall3 from './artifacts/Multicall3.artifact.json' with { type: 'json' }
import ownedAccountFactory from './artifacts/OwnedAccountFactory.artifact.json' with { type: 'json' }
import permit2 from './artifacts/Permit2.artifact.json' with { type: 'json' }
import priceFeed from './artifacts/PriceFeed.artifact.json' with { type: 'json' }
import publicResolver from './artifacts/PublicResolver.artifact.json' with { type: 'json' }
import reverseRegistrar from './artifacts/ReverseRegistrar.artifact.json' with { type: 'json' }
import permitToken from './artifacts/PermitToken.artifact.json' with { type: 'json' }
import rebasingToken from './artifacts/RebasingToken.artifact.json' with { type: 'json' }
import scaledToken from './artifacts/ScaledToken.artifact.json' with { type: 'json' }
import silentToken from './artifacts/SilentToken.artifact.json' with { type: 'json' }
import taxedToken from './artifacts/TaxedToken.artifact.json' with { type: 'json' }
import wrappedCoin from './artifacts/WrappedCoin.artifact.json' with { type: 'json' }

/** Compiled contracts, written by scripts/compileContracts.ts but for Permit2, whose code is what runs on public chains. */
export const artifacts = {
  batchAccount: batchAccount as Artifact,
  ensRegistry: ensRegistry as Artifact,
  farcasterRegistry: farcasterRegistry as Artifact,
  legacyToken: legacyToken as Artifact,
  localCollectible: localCollectible as Artifact,
  localPaymaster: localPaymaster as Artifact,
  localMultiToken: localMultiToken as Artifact,
  localShop: localShop as Artifact,
  localSlipstream: localSlipstream as Artifact,
  localToken: localToken as Artifact,
  localUniversalResolver: localUniversalResolver as Artifact,
  lyingCollectible: lyingCollectible as Artifact,
  multicall3: multicall3 as Artifact,
  ownedAccountFactory: ownedAccountFactory as Artifact,
  permit2: permit2 as Artifact,
  priceFeed: priceFeed as Artifact,
  publicResolver: publicResolver as Artifact,
  reverseRegistrar: reverseRegistrar as Artifact,
  permitToken: permitToken as Artifact,
  rebasingToken: rebasingToken as Artifact,
  scaledToken: scaledToken as Artifact,
  silentToken: silentToken as Artifact,
  taxedToken: taxedToken as Artifact,
  wrappedCoin: wrappedCoin as Artifact,
}
