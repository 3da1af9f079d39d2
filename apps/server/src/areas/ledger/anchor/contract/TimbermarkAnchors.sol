// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Heads of append-only logs, recorded by those who sign them. Nobody owns this contract, it holds no funds and cannot be
/// changed. Anyone may record under the own address; the history of an address and a log only grows.
contract TimbermarkAnchors {
    struct Anchor {
        /// Number of entries of the log.
        uint64 size;
        /// When the head was signed, by its own statement, in seconds since 1970.
        uint64 time;
        /// Block that recorded it; its event names the block of the anchor before.
        uint64 recordedIn;
        /// Root of the log (RFC 6962).
        bytes32 root;
        /// Root of the index over its subjects.
        bytes32 indexRoot;
    }

    /// The newest anchor of each sender and log; `origin` is the SHA-256 of the log's name.
    mapping(address sender => mapping(bytes32 origin => Anchor)) public newest;

    event Anchored(
        address indexed sender,
        bytes32 indexed origin,
        uint64 size,
        uint64 time,
        bytes32 root,
        bytes32 indexRoot,
        uint64 previousBlock
    );

    error NotGrown(uint64 size);

    function record(bytes32 origin, uint64 size, bytes32 root, bytes32 indexRoot, uint64 time) external {
        Anchor storage last = newest[msg.sender][origin];
        if (size <= last.size) revert NotGrown(last.size);
        emit Anchored(msg.sender, origin, size, time, root, indexRoot, last.recordedIn);
        newest[msg.sender][origin] = Anchor(size, time, uint64(block.number), root, indexRoot);
    }
}
