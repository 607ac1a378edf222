// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Code for accounts that delegate to it (EIP-7702): several calls of the account in one transaction, all or none.
contract BatchAccount {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    error NotSelf(address caller);
    error CallFailed(uint256 index, bytes reason);

    receive() external payable {}

    function execute(Call[] calldata calls) external {
        if (msg.sender != address(this)) revert NotSelf(msg.sender);
        for (uint256 index = 0; index < calls.length; index++) {
            (bool success, bytes memory reason) = calls[index].to.call{value: calls[index].value}(calls[index].data);
            if (!success) revert CallFailed(index, reason);
        }
    }
}
