/** Ports and folder of a Ceph cluster. */
export interface CephPlace {
  folder: string;
  id: string;
  monitorPort: number;
  gatewayPort: number;
}

/**
 * Configuration of a cluster with a single daemon of each kind, which keeps its objects in memory.
 * @see https://docs.ceph.com/en/pacific/rados/configuration/
 */
export const cephConfig = ({ folder, id, monitorPort, gatewayPort }: CephPlace): string => `[global]
fsid = ${id}
mon host = [v2:127.0.0.1:${monitorPort}/0]
mon initial members = a
public addr = 127.0.0.1

# Programs of this machine need no keys of the cluster. The keys of S3 are checked.
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc

run dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/$name.log
pid file =
mon data = ${folder}/mon
osd data = ${folder}/osd
rgw data = ${folder}/rgw
keyring = ${folder}/keyring

osd objectstore = memstore
memstore device bytes = 1073741824
osd crush update on start = false
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd class default list = *
osd class load list = *
mon allow pool size one = true
mon data avail crit = 0

rgw frontends = beast endpoint=127.0.0.1:${gatewayPort}
rgw thread pool size = 32
`;
