/*
 * Copyright 2026 The Tidegate authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.tidegate.internal.store.kernel;

import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import io.delta.kernel.defaults.engine.hadoopio.HadoopInputFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/**
 * A local file to read. It extends Kernel's Hadoop file for one thing: only from that does Kernel
 * take the configuration, and parses Hadoop's default one anew for every other file.
 */
final class LocalInputFile extends HadoopInputFile {
  private final String path;
  private final Path local;
  private final long size;
  private final Configuration conf;

  /**
   * @param size in bytes; below one where it is not known
   */
  LocalInputFile(String path, Path local, long size, Configuration conf) {
    super(null, new org.apache.hadoop.fs.Path(path), size);
    this.path = path;
    this.local = local;
    this.size = size;
    this.conf = conf;
  }

  @Override
  public long length() throws IOException {
    return size > 0 ? size : Files.size(local);
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public Configuration configuration() {
    return conf;
  }

  @Override
  public SeekableInputStream newStream() throws IOException {
    try {
      return new ChannelStream(Files.newByteChannel(local));
    } catch (NoSuchFileException absent) {
      throw LocalFileIO.notFound(path, absent);
    } catch (IOException failed) {
      if (!Files.exists(local)) {
        // Such as a file in the place of one of its directories.
        throw LocalFileIO.notFound(path, failed);
      }
      throw failed;
    }
  }

  /** A channel as Kernel reads it. */
  private static final class ChannelStream extends SeekableInputStream {
    private final SeekableByteChannel channel;

    ChannelStream(SeekableByteChannel channel) {
      this.channel = channel;
    }

    @Override
    public long getPos() throws IOException {
      return channel.position();
    }

    @Override
    public void seek(long position) throws IOException {
      channel.position(position);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return length == 0 ? 0 : channel.read(ByteBuffer.wrap(bytes, offset, length));
    }

    @Override
    public void readFully(byte[] bytes, int offset, int length) throws IOException {
      ByteBuffer rest = ByteBuffer.wrap(bytes, offset, length);
      while (rest.hasRemaining()) {
        if (channel.read(rest) < 0) {
          throw new EOFException("the file ends " + rest.remaining() + " bytes early");
        }
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
