// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Who owns which Farcaster id, and which addresses may sign in for one: what the two registries of Farcaster answer on
/// OP Mainnet, in one contract that anyone may write to.
contract FarcasterRegistry {
    struct KeyData {
        uint8 state;
        uint32 keyType;
    }

    mapping(address => uint256) public idOf;
    mapping(uint256 => mapping(bytes => KeyData)) private keys;

    function register(uint256 fid, address owner) external {
        idOf[owner] = fid;
    }

    /// State 1 is added, 2 removed. Key type 1 signs casts, 2 is an address that may sign in.
    function setKey(uint256 fid, bytes calldata key, uint8 state, uint32 keyType) external {
        keys[fid][key] = KeyData(state, keyType);
    }

    function keyDataOf(uint256 fid, bytes calldata key) external view returns (KeyData memory) {
        return keys[fid][key];
    }
}
