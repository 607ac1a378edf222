// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface ItemReceiver {
    function onERC721Received(address operator, address from, uint256 id, bytes calldata data)
        external
        returns (bytes4);
}

/// ERC-721 whose items describe themselves; anybody may make one. Enough for wallets to list and move items.
contract LocalCollectible {
    error NotOwner(address account, uint256 id);
    error NoSuchItem(uint256 id);
    error ReceiverRefused(address receiver);

    event Transfer(address indexed from, address indexed to, uint256 indexed id);
    event Approval(address indexed owner, address indexed approved, uint256 indexed id);

    string public name;
    string public symbol;
    mapping(uint256 id => address) private owners;
    mapping(uint256 id => string) private links;
    mapping(address owner => uint256) public balanceOf;
    mapping(uint256 id => address) public getApproved;

    constructor(string memory collectionName, string memory collectionSymbol) {
        name = collectionName;
        symbol = collectionSymbol;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }

    function ownerOf(uint256 id) public view returns (address owner) {
        owner = owners[id];
        if (owner == address(0)) revert NoSuchItem(id);
    }

    function tokenURI(uint256 id) external view returns (string memory) {
        ownerOf(id);
        return links[id];
    }

    function mint(address to, uint256 id, string calldata link) external {
        require(owners[id] == address(0) && to != address(0));
        links[id] = link;
        owners[id] = to;
        balanceOf[to]++;
        emit Transfer(address(0), to, id);
    }

    function approve(address spender, uint256 id) external {
        if (ownerOf(id) != msg.sender) revert NotOwner(msg.sender, id);
        getApproved[id] = spender;
        emit Approval(msg.sender, spender, id);
    }

    /// A receiver of address zero destroys the item.
    function transferFrom(address from, address to, uint256 id) public {
        if (ownerOf(id) != from) revert NotOwner(from, id);
        if (msg.sender != from && msg.sender != getApproved[id]) revert NotOwner(msg.sender, id);
        delete getApproved[id];
        owners[id] = to;
        balanceOf[from]--;
        if (to != address(0)) balanceOf[to]++;
        emit Transfer(from, to, id);
    }

    function safeTransferFrom(address from, address to, uint256 id) external {
        transferFrom(from, to, id);
        if (to.code.length == 0) return;
        if (
            ItemReceiver(to).onERC721Received(msg.sender, from, id, "") != ItemReceiver.onERC721Received.selector
        ) revert ReceiverRefused(to);
    }
}
