// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface PiecesReceiver {
    function onERC1155Received(address operator, address from, uint256 id, uint256 value, bytes calldata data)
        external
        returns (bytes4);
}

/// ERC-1155 of several items in several pieces each; anybody may make them.
contract LocalMultiToken {
    error InsufficientBalance(address account, uint256 id, uint256 balance, uint256 needed);

    error ReceiverRefused(address receiver);

    event TransferSingle(
        address indexed operator,
        address indexed from,
        address indexed to,
        uint256 id,
        uint256 value
    );
    event TransferBatch(
        address indexed operator,
        address indexed from,
        address indexed to,
        uint256[] ids,
        uint256[] values
    );

    string public name;
    string private link;
    mapping(address account => mapping(uint256 id => uint256)) private balances;

    constructor(string memory collectionName, string memory itemLink) {
        name = collectionName;
        link = itemLink;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26 || id == 0x0e89341c;
    }

    function uri(uint256) external view returns (string memory) {
        return link;
    }

    function balanceOf(address account, uint256 id) external view returns (uint256) {
        return balances[account][id];
    }

    function mintBatch(address to, uint256[] calldata ids, uint256[] calldata values) external {
        require(ids.length == values.length);
        for (uint256 index; index < ids.length; index++) balances[to][ids[index]] += values[index];
        emit TransferBatch(msg.sender, address(0), to, ids, values);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata data) external {
        require(msg.sender == from);
        uint256 balance = balances[from][id];
        if (balance < value) revert InsufficientBalance(from, id, balance, value);
        balances[from][id] = balance - value;
        balances[to][id] += value;
        emit TransferSingle(msg.sender, from, to, id, value);
        if (to.code.length == 0) return;
        if (
            PiecesReceiver(to).onERC1155Received(msg.sender, from, id, value, data)
                != PiecesReceiver.onERC1155Received.selector
        ) revert ReceiverRefused(to);
    }
}
