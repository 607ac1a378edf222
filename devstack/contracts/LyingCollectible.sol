// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// ERC-721 that logs every transfer and makes none, but for the making of items. A wallet that calls such a transfer done has a bug.
contract LyingCollectible {
    event Transfer(address indexed from, address indexed to, uint256 indexed id);

    string public name = "Lying items";
    string public symbol = "LIE";
    mapping(uint256 id => address) public ownerOf;

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }

    function tokenURI(uint256) external pure returns (string memory) {
        return "";
    }

    function mint(address to, uint256 id, string calldata) external {
        ownerOf[id] = to;
        emit Transfer(address(0), to, id);
    }

    function safeTransferFrom(address from, address to, uint256 id) external {
        emit Transfer(from, to, id);
    }
}
