// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Smart account of one key. It answers ERC-1271, so that sign-in by a contract can be tested.
contract OwnedAccount {
    error NotOwner(address caller);
    error CallFailed(bytes reason);

    bytes4 private constant VALID_SIGNATURE = 0x1626ba7e;
    bytes4 private constant INVALID_SIGNATURE = 0xffffffff;
    uint256 private constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    address public immutable owner;

    constructor(address accountOwner) {
        owner = accountOwner;
    }

    receive() external payable {}

    function execute(address to, uint256 value, bytes calldata data) external returns (bytes memory) {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        (bool success, bytes memory answer) = to.call{value: value}(data);
        if (!success) revert CallFailed(answer);
        return answer;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return INVALID_SIGNATURE;
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        if (uint256(s) > HALF_ORDER) return INVALID_SIGNATURE;
        address signer = ecrecover(hash, uint8(signature[64]), r, s);
        return signer != address(0) && signer == owner ? VALID_SIGNATURE : INVALID_SIGNATURE;
    }
}
