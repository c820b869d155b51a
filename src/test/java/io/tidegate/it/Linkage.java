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
package io.tidegate.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Which classes and members the classes of a jar refer to, and do not find, when they run with the
 * jars of a Spark: what would be a {@link LinkageError} as soon as the code gets there.
 */
final class Linkage implements AutoCloseable {
  private static final int CLASS = 7;
  private static final int FIELD = 9;
  private static final int INTERFACE_METHOD = 11;

  private final Map<String, ZipFile> jars = new HashMap<>();
  private final Map<String, Type> types = new HashMap<>();
  private final List<ZipFile> open = new ArrayList<>();

  /**
   * What a class offers.
   *
   * @param parents its superclass and interfaces
   * @param members its fields and methods, as name and descriptor
   */
  private record Type(List<String> parents, Set<String> members) {}

  private Linkage() {}

  /**
   * Looks for what is missing.
   *
   * @param jar whose references are followed
   * @param host a directory of jars it runs with
   * @return each as {@code class} or {@code class.member descriptor}, with one class that refers to
   *     it
   */
  static SortedSet<String> missing(Path jar, Path host) throws IOException {
    try (Linkage linkage = new Linkage();
        Stream<Path> jars = Files.list(host)) {
      ZipFile ours = linkage.add(jar);
      for (Path each : jars.filter(f -> f.toString().endsWith(".jar")).sorted().toList()) {
        linkage.add(each);
      }
      SortedSet<String> missing = new TreeSet<>();
      for (ZipEntry entry : classes(ours)) {
        try (InputStream bytes = ours.getInputStream(entry)) {
          linkage.follow(new ClassReader(bytes), missing);
        }
      }
      return missing;
    }
  }

  private ZipFile add(Path jar) throws IOException {
    ZipFile file = new ZipFile(jar.toFile());
    open.add(file);
    for (ZipEntry entry : classes(file)) {
      jars.putIfAbsent(entry.getName().replaceFirst("\\.class$", ""), file);
    }
    return file;
  }

  private static List<ZipEntry> classes(ZipFile file) {
    List<ZipEntry> classes = new ArrayList<>();
    for (Enumeration<? extends ZipEntry> all = file.entries(); all.hasMoreElements(); ) {
      ZipEntry entry = all.nextElement();
      if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/")) {
        classes.add(entry);
      }
    }
    return classes;
  }

  /** Takes what a class refers to from its constant pool. */
  private void follow(ClassReader reader, SortedSet<String> missing) {
    char[] buffer = new char[reader.getMaxStringLength()];
    for (int i = 1; i < reader.getItemCount(); i++) {
      int item = reader.getItem(i);
      int tag = item == 0 ? 0 : reader.readByte(item - 1);
      if (tag == CLASS) {
        String name = reader.readUTF8(item, buffer);
        if (!name.startsWith("[") && type(name) == null) {
          missing.add(name);
        }
      } else if (tag >= FIELD && tag <= INTERFACE_METHOD) {
        String owner = reader.readClass(item, buffer);
        int nameAndType = reader.getItem(reader.readUnsignedShort(item + 2));
        String member =
            reader.readUTF8(nameAndType, buffer) + " " + reader.readUTF8(nameAndType + 2, buffer);
        if (!owner.startsWith("[") && type(owner) != null && !has(owner, member)) {
          missing.add(owner + "." + member);
        }
      }
    }
  }

  private boolean has(String owner, String member) {
    Type type = type(owner);
    if (type == null) {
      return true; // told as missing itself
    }
    return type.members().contains(member)
        || type.members().contains(member.split(" ", 2)[0] + " polymorphic")
        || type.parents().stream().anyMatch(parent -> has(parent, member));
  }

  private Type type(String name) {
    return types.computeIfAbsent(name, this::read);
  }

  private Type read(String name) {
    String file = name + ".class";
    ZipFile jar = jars.get(name);
    try (InputStream bytes =
        jar == null
            ? ClassLoader.getPlatformClassLoader().getResourceAsStream(file)
            : jar.getInputStream(jar.getEntry(file))) {
      if (bytes == null) {
        return null;
      }
      ClassReader reader = new ClassReader(bytes);
      List<String> parents = new ArrayList<>(List.of(reader.getInterfaces()));
      if (reader.getSuperName() != null) {
        parents.add(reader.getSuperName());
      }
      if (parents.isEmpty() && !name.equals("java/lang/Object")) {
        parents.add("java/lang/Object");
      }
      Set<String> members = new HashSet<>();
      reader.accept(new Members(members), ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
      return new Type(parents, members);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Collects the members of a class. */
  private static final class Members extends ClassVisitor {
    private final Set<String> members;

    Members(Set<String> members) {
      super(Opcodes.ASM9);
      this.members = members;
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String descriptor, String signature, Object value) {
      members.add(name + " " + descriptor);
      return null;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      // Calls of method handles carry descriptors of their own.
      boolean polymorphic =
          (access & Opcodes.ACC_NATIVE) != 0 && (access & Opcodes.ACC_VARARGS) != 0;
      members.add(name + (polymorphic ? " polymorphic" : " " + descriptor));
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    for (ZipFile file : open) {
      file.close();
    }
  }
}
