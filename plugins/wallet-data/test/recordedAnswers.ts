// What the services themselves answered or document, with where and when. Members that aren't read are left out. Not published.

/**
 * Ethereum's instance, `/api/v2/addresses/0xd8dA…6045/transactions`, answered in August 2026 and recorded in a public
 * repository. `block_number` isn't in that record, and is one above the recorded place where the next page begins.
 */
export const blockscoutTransactions = {
  address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  answer: {
    items: [
      {
        priority_fee: '230207512566',
        raw_input: '0x',
        result: 'success',
        hash: '0x7e28eb7d25260d3666b3fd1f399cbbe593c843dbc44807ccbd28faefab778a11',
        revert_reason: null,
        type: 2,
        token_transfers_overflow: null,
        confirmations: 39295,
        position: 145,
        created_contract: null,
        value: '100000000000',
        block_number: 25549608,
        timestamp: '2026-08-14T09:45:59.000000Z',
        method: null,
        fee: { type: 'actual', value: '2319171867168' },
        transaction_types: ['coin_transfer', 'contract_call'],
        from: {
          ens_domain_name: null,
          hash: '0x53B211221ed8a0835e1ebF629A478367F451a378',
          implementations: [],
          is_contract: false,
          metadata: null,
          name: null,
          reputation: 'ok',
        },
        gas_used: '21062',
        status: 'ok',
        to: {
          ens_domain_name: 'vitalik.eth',
          hash: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
          implementations: [
            { address_hash: '0x5A7FC11397E9a8AD41BF10bf13F22B0a63f96f6d', name: 'AmbireAccount7702' },
          ],
          is_contract: true,
          is_verified: true,
        },
      },
    ],
    next_page_params: {
      index: 115,
      value: '10000000000000000',
      hash: '0x6d746dedb641ed6a57eb6c8cc6e18c7d0516694186baa90156b099e24c0bf15e',
      inserted_at: '2026-07-17T03:06:45.105572Z',
      block_number: 25549607,
      fee: '5451119184000',
      items_count: 50,
    },
  },
}

/**
 * Example of a token transfer in docs.blockscout.com/api-reference (as of 20 August 2026), which has no time; it is that of the
 * schema's example in the same specification.
 */
export const blockscoutTokenTransfers = {
  address: '0xEf8801eaf234ff82801821FFe2d78D60a0237F97',
  answer: {
    items: [
      {
        block_hash: '0xf569ec751152b2f814001fc730f7797aa155e4bc3ba9cb6ba24bc2c8c9468c1a',
        from: {
          hash: '0xcc4e74EB7F0D2F3e8c86Ac08A6B70689F564b226',
          implementation_name: null,
          is_contract: false,
          name: null,
        },
        log_index: '243',
        method: null,
        timestamp: '2023-07-03T20:09:59.000000Z',
        to: { hash: '0xEf8801eaf234ff82801821FFe2d78D60a0237F97', name: null },
        token: {
          address_hash: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
          circulating_market_cap: '83606435600.3635',
          decimals: '6',
          exchange_rate: '0.999487',
          holders_count: '1149',
          icon_url: null,
          name: 'Tether USD',
          symbol: 'USDT',
          total_supply: '39030615894320966',
          type: 'ERC-20',
        },
        total: { decimals: '6', value: '830000000' },
        transaction_hash: '0x6662ad1ad2ea899e9e27832dc202fd2ef915a5d2816c1142e6933cff93f7c592',
        type: 'token_transfer',
      },
    ],
    next_page_params: null,
  },
}

/** Example of an internal transaction in docs.blockscout.com/openapi.yaml (as of 20 August 2026). */
export const blockscoutInternal = {
  address: '0xEb533ee5687044E622C69c58B1B12329F56eD9ad',
  answer: {
    items: [
      {
        block_number: 8844586,
        created_contract: null,
        error: null,
        from: { hash: '0xcc4e74EB7F0D2F3e8c86Ac08A6B70689F564b226' },
        gas_limit: '351759',
        index: 1,
        success: true,
        timestamp: '2023-04-17T10:37:12.000000Z',
        to: { hash: '0xEb533ee5687044E622C69c58B1B12329F56eD9ad' },
        transaction_hash: '0x08ea4d75ad0abe327a7fd368733eaeac43077989e635d800530d7906ebf3bd54',
        type: 'call',
        value: '30000000000000000',
      },
    ],
    next_page_params: { block_number: 22530770, index: 8, transaction_index: 8 },
    meta: { status: 1, message: null },
  },
}

/** `txlist` of Ethereum, answered in September 2023 and recorded in issue 2612 of gakonst/ethers-rs. */
export const etherscanTransactions = {
  address: '0xae2fc483527b8ef99eb5d9b44875f005ba1fae13',
  answer: {
    status: '1',
    message: 'OK',
    result: [
      {
        blockNumber: '18185184',
        timeStamp: '1695310607',
        hash: '0x95983231acd079498b7628c6b6dd4866f559a23120fbce590c5dd7f10c7628af',
        nonce: '1325609',
        blockHash: '0x61e106aa2446ba06fe0217eb5bd9dae98a72b56dad2c2197f60a0798ce9f0dc6',
        transactionIndex: '45',
        from: '0xae2fc483527b8ef99eb5d9b44875f005ba1fae13',
        to: '0x6b75d8af000000e20b7a7ddf000ba900b4009a80',
        value: '23283064365',
        gas: '107142',
        gasPrice: '15945612744',
        isError: '0',
        txreceipt_status: '1',
        input: '0xe061',
        contractAddress: '',
        cumulativeGasUsed: '3013734',
        gasUsed: '44879',
        confirmations: '28565',
        methodId: '0xe061',
        functionName: '',
      },
    ],
  },
}

/** `tokentx` of Ethereum, answered in September 2023 and recorded in a public repository. */
export const etherscanTokens = {
  address: '0x1a2d11cb90d1de13bb81ee7b772a08ac234a8058',
  answer: {
    status: '1',
    message: 'OK',
    result: [
      {
        blockNumber: '18224212',
        timeStamp: '1695782807',
        hash: '0x880f3a720cf0b20b5b895ad5c118654cc8c8d9a0e6e002d4858f6aee64f09b29',
        nonce: '116',
        blockHash: '0x938ff16353ac0fae4661c874100172fa30a7b96b9e999f564a6be94c4fe6699b',
        from: '0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc',
        contractAddress: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
        to: '0x1a2d11cb90d1de13bb81ee7b772a08ac234a8058',
        value: '67844355',
        tokenName: 'USDC',
        tokenSymbol: 'USDC',
        tokenDecimal: '6',
        transactionIndex: '14',
        gas: '1023611',
        gasPrice: '7175452897',
        gasUsed: '639769',
        cumulativeGasUsed: '2882244',
        input: 'deprecated',
        confirmations: '47202',
      },
    ],
  },
}

/** docs.etherscan.io/resources/common-error-messages (as of November 2026), and what clients of it recorded. */
export const etherscanRefusals = [
  ['HISTORY_SOURCE_BUSY', 'NOTOK', 'Max rate limit reached, please use API Key for higher rate limit'],
  ['HISTORY_SOURCE_BUSY', 'NOTOK', 'Max calls per sec rate limit reached (3/sec)'],
  ['HISTORY_SOURCE_BUSY', 'NOTOK', 'Max daily rate limit reached. 100000 (100%) of 100000 day/limit'],
  ['HISTORY_KEY_REFUSED', 'NOTOK', 'Invalid API Key (#err2)|THE-KEY'],
  ['HISTORY_KEY_REFUSED', 'NOTOK', 'Too many invalid api key attempts, please try again later'],
  [
    'HISTORY_KEY_REFUSED',
    'NOTOK',
    'Free API access is not supported for this chain. Please upgrade your api plan for full chain coverage.',
  ],
  [
    'HISTORY_SOURCE_FAILED',
    'NOTOK',
    'Missing or unsupported chainid parameter (required for v2 api), please see chainlist for the list of supported chainids',
  ],
  [
    'HISTORY_SOURCE_FAILED',
    'Result window is too large, PageNo x Offset size must be less than or equal to 10000',
    null,
  ],
] as const

/**
 * Example of `/api/v2/scan/transfers` in subscan-explorer/subscan-essentials (an answer of 27 April 2023), and the second one
 * of an extrinsic that failed in subscan-explorer/widget-interface (26 September 2022).
 */
export const subscanTransfers = {
  address: 'F3opxRUwkBj1LqjZ7DyiHCRh9Z4zVPLaVjoxfD5ddbip8mt',
  answer: {
    code: 0,
    message: 'Success',
    generated_at: 1648457279,
    data: {
      count: 2,
      transfers: [
        {
          from: 'CtsavRLysRcGpJiaUrnMS48PYoE3X1bXAheaLJ7kTMs3Wcc',
          to: 'F3opxRUwkBj1LqjZ7DyiHCRh9Z4zVPLaVjoxfD5ddbip8mt',
          extrinsic_index: '1948098-2',
          success: true,
          hash: '0xbbb0553d59a55266a2cd062a9d9861df46cff32d199237d1cc1c324846740351',
          block_num: 1948098,
          block_timestamp: 1682555502,
          module: 'assets',
          amount: '11',
          amount_v2: '11000000',
          usd_amount: '0',
          fee: '55029659',
          nonce: 12,
          asset_symbol: 'USDR',
          asset_unique_id: 'standard_assets/1984',
          asset_type: 'assets',
          from_account_display: { address: 'CtsavRLysRcGpJiaUrnMS48PYoE3X1bXAheaLJ7kTMs3Wcc' },
          to_account_display: {
            address: 'F3opxRUwkBj1LqjZ7DyiHCRh9Z4zVPLaVjoxfD5ddbip8mt',
            display: 'modlPotStake',
          },
          event_idx: 4,
        },
        {
          from: '2rGH1BB1E6fvTqiVrHMwNw8r5VrFYznvafn2Uf7amvYdCZ9f',
          to: '2qSbd2umtD4KmV2X4zZk5QkCvmYKyiR2ysAeM1Eca6vcvg7N',
          extrinsic_index: '10426613-1',
          success: false,
          hash: '0x4b786c3d4740fcb90bfa593c1335a65fc2ff425114b3060ae377b6981c50e3d8',
          block_num: 10426613,
          block_timestamp: 1664176458,
          module: 'balances',
          amount: '86.13245',
          amount_v2: '86132450000',
          fee: '114600000',
          nonce: 7,
          asset_symbol: '',
          asset_type: '',
          from_account_display: { address: '2rGH1BB1E6fvTqiVrHMwNw8r5VrFYznvafn2Uf7amvYdCZ9f' },
          event_idx: 1,
        },
      ],
    },
  },
}

/** Example of `/api/v2/scan/extrinsics` in subscan-explorer/subscan-api-docs (as of 4 September 2023). */
export const subscanExtrinsics = {
  address: '5GNqxpgs8WeBPGKaZtdqVLbDr77az2n8rAmJAWcdjgwLgZXZ',
  answer: {
    code: 0,
    message: 'Success',
    generated_at: 1648456020,
    data: {
      count: 189,
      extrinsics: [
        {
          id: 334035000001,
          block_num: 3340350,
          block_timestamp: 1594791900,
          extrinsic_index: '3340350-1',
          call_module_function: 'transfer',
          call_module: 'balances',
          nonce: 0,
          extrinsic_hash: '0x368f61800f8645f67d59baf0602b236ff47952097dcaef3aa026b50ddc8dcea0',
          success: true,
          fee: '0',
          fee_used: '0',
          tip: '0',
          finalized: true,
          account_display: {
            address: '5GNqxpgs8WeBPGKaZtdqVLbDr77az2n8rAmJAWcdjgwLgZXZ',
            display: '',
            account_index: '',
            identity: false,
          },
        },
      ],
    },
  },
}
