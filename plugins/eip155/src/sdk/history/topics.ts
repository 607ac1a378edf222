/** ERC-20 and ERC-721 `Transfer(address,address,uint256)`; the latter has its id as a third topic. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** ERC-1155 `TransferSingle(address,address,address,uint256,uint256)`. */
export const transferSingleTopic = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
/** ERC-1155 `TransferBatch(address,address,address,uint256[],uint256[])`. */
export const transferBatchTopic = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

export const topicOf = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

/** The address in an indexed topic, in lower case. */
export const addressOf = (topic: string): string => `0x${topic.slice(-40).toLowerCase()}`
