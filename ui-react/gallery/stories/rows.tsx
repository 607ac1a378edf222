import { AmountText } from '../../src/components/AmountText.js'
import { AddressText } from '../../src/components/AddressText.js'
import { Avatar } from '../../src/components/Avatar.js'
import { Badge } from '../../src/components/Badge.js'
import { Card } from '../../src/components/Card.js'
import { DetailList } from '../../src/components/DetailList.js'
import { FiatText } from '../../src/components/FiatText.js'
import { CheckIcon } from '../../src/components/icons/CheckIcon.js'
import { ListRow } from '../../src/components/ListRow.js'
import { NetworkIcon } from '../../src/components/NetworkIcon.js'
import { SkeletonRow } from '../../src/components/SkeletonRow.js'
import { TokenIcon } from '../../src/components/TokenIcon.js'
import { VirtualList } from '../../src/components/VirtualList.js'
import { WalletIcon } from '../../src/components/WalletIcon.js'
import {
  address,
  bitcoinAddress,
  brokenPicture,
  networkPicture,
  tokenPicture,
  walletPicture,
} from '../samples.js'
import type { Story } from '../story.js'

const nothing = () => {}
const many = Array.from({ length: 500 }, (_, index) => `Wallet ${index + 1}`)

export const rows: readonly Story[] = [
  {
    id: 'rows/details',
    title: 'DetailList',
    render: () => (
      <Card>
        <DetailList
          label="Details"
          details={[
            { label: 'To', value: <AddressText address={address} full />, stacked: true },
            { label: 'Network', value: 'Example network' },
            {
              label: 'Network fee',
              value: (
                <AmountText
                  value={21_000_000_000_000n}
                  decimals={18}
                  symbol="ETH"
                  maximumFractionDigits={8}
                />
              ),
              note: <FiatText value="0.05" />,
            },
          ]}
        />
      </Card>
    ),
  },
  {
    id: 'rows/wallets',
    title: 'ListRow: wallets',
    render: () => (
      <div>
        <ListRow
          leading={<WalletIcon name="Test wallet" src={walletPicture} />}
          title="Test wallet"
          badge={<Badge tone="accent">Installed</Badge>}
          onClick={nothing}
        />
        <ListRow
          leading={<WalletIcon name="Harbour" />}
          title="Harbour"
          badge={<Badge>Recent</Badge>}
          onClick={nothing}
        />
        <ListRow
          leading={<WalletIcon name="Broken" src={brokenPicture} />}
          title="A wallet whose name is far too long for one row of the list"
          subtitle="Scan with your phone"
          chevron
          onClick={nothing}
        />
        <ListRow leading={<WalletIcon name="Opening" />} title="Opening" loading onClick={nothing} />
        <ListRow
          leading={<WalletIcon name="Locked" />}
          title="Locked"
          subtitle="Not on this network"
          disabled
          onClick={nothing}
        />
        <ListRow leading={<WalletIcon name="Get one" />} title="Get a wallet" href="https://example.org/" />
      </div>
    ),
  },
  {
    id: 'rows/tokens',
    title: 'ListRow: tokens',
    render: () => (
      <div>
        <ListRow
          leading={
            <TokenIcon symbol="USDC" src={tokenPicture} networkName="Base" networkIcon={networkPicture} />
          }
          title="USD Coin"
          subtitle="Base"
          trailing={<AmountText value={1_234_567_899n} decimals={6} symbol="USDC" />}
          trailingSubtitle={<FiatText value="1234.56" />}
          onClick={nothing}
        />
        <ListRow
          leading={<TokenIcon symbol="ETH" networkName="Ethereum" />}
          title="Ether"
          subtitle="Ethereum"
          trailing={<AmountText value={123_456n} decimals={18} symbol="ETH" />}
          trailingSubtitle={<FiatText value="0.0001" />}
          onClick={nothing}
        />
        <ListRow
          leading={<TokenIcon symbol="LONG" networkName="Optimism" />}
          title="A token with a very long name indeed"
          subtitle="Optimism"
          trailing={
            <AmountText value={98_765_432_109_876_543_210_987_654n} decimals={18} symbol="LONGNAME" />
          }
          trailingSubtitle={<FiatText value={undefined} />}
          onClick={nothing}
        />
      </div>
    ),
  },
  {
    id: 'rows/networks',
    title: 'ListRow: selected, description',
    render: () => (
      <div>
        <ListRow
          leading={<NetworkIcon name="Ethereum" />}
          title="Ethereum"
          selected
          trailing={<CheckIcon label="Selected" />}
          onClick={nothing}
        />
        <ListRow leading={<NetworkIcon name="Base" src={networkPicture} />} title="Base" onClick={nothing} />
        <ListRow
          leading={<NetworkIcon name="Solana" />}
          title="Solana"
          subtitle="Switching reconnects"
          description="Your current wallet does not support Solana. You will be asked to choose another one."
          onClick={nothing}
        />
      </div>
    ),
  },
  {
    id: 'rows/accounts',
    title: 'ListRow: accounts',
    render: () => (
      <div>
        <ListRow
          leading={<Avatar address={address} />}
          title="harbour.eth"
          subtitle={<AddressText address={address} />}
        />
        <ListRow
          leading={<Avatar address={bitcoinAddress} />}
          title={<AddressText address={bitcoinAddress} start={6} end={6} />}
          subtitle="Payment"
        />
      </div>
    ),
  },
  {
    id: 'rows/skeleton',
    title: 'SkeletonRow',
    render: () => (
      <div>
        <SkeletonRow />
        <SkeletonRow trailing />
        <SkeletonRow leading="square" subtitle={false} />
      </div>
    ),
  },
  {
    id: 'rows/card',
    title: 'Card',
    render: () => (
      <div className="stack wide">
        <Card>You pay no fee to this application.</Card>
        <Card variant="outlined" padding="none">
          <ListRow title="From" trailing={<AddressText address={address} />} />
          <ListRow title="Network" trailing="Ethereum" />
        </Card>
      </div>
    ),
  },
  {
    id: 'rows/virtual',
    title: 'VirtualList: 500 rows',
    render: () => (
      <div className="tall">
        <VirtualList items={many} label="Wallets">
          {(name) => (
            <ListRow key={name} leading={<WalletIcon name={name} />} title={name} onClick={nothing} />
          )}
        </VirtualList>
      </div>
    ),
  },
]
